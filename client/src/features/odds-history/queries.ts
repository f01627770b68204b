import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { sportTopic } from '#shared/api/events.ts';
import type { GameView } from '#shared/api/games.ts';
import { oddsHistory } from '#shared/api/odds-history.ts';

/** The changes of a game's odds by admins, page by page; read again when an admin changes odds of the sport. */
export const oddsHistoryQuery = ({ id: gameId, sport }: GameView) =>
  infiniteQueryOptions({
    queryKey: [oddsHistory.path, gameId],
    queryFn: ({ pageParam, signal }) =>
      call(oddsHistory, { params: { gameId, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: changesWith((topic) => topic === sportTopic(sport)),
    staleTime: 0,
  });
