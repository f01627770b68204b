import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { findAdminGames, previewGameResult, type WantedOutcome, waitingGames } from '#shared/api/admin-games.ts';

/** Chosen: feeds are polled every half a minute, so what waits for them is read about as often. */
const waitingEveryMs = 15_000;

export const waitingQuery = queryOptions({
  queryKey: [waitingGames.path],
  queryFn: ({ signal }) => call(waitingGames, { signal }),
  refetchInterval: waitingEveryMs,
  refetchOnMount: 'always',
});

/** Games by words or id; without words those that may still be corrected. */
export const foundQuery = (words: string) =>
  queryOptions({
    queryKey: [findAdminGames.path, words],
    queryFn: ({ signal }) => call(findAdminGames, { params: words === '' ? {} : { words }, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });

/** The preview of an outcome. It is read again for each outcome, and never shown for another. */
export const previewQuery = (gameId: string, outcome: WantedOutcome) =>
  queryOptions({
    queryKey: [previewGameResult.path, gameId, outcome],
    queryFn: ({ signal }) => call(previewGameResult, { params: { gameId }, body: { outcome }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
