import { queryOptions } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { changesWithBets } from '#client/tickets/bet-changes.ts';
import { gameBets } from '#shared/api/bets.ts';

/**
 * The bets on one game that the viewer may see: refetched every 30 s while the dialog is open, never cached.
 * Source: `docs/screens.md#calls-and-refreshing`.
 */
export const gameBetsQuery = (gameId: string) =>
  queryOptions({
    queryKey: [gameBets.path, gameId],
    queryFn: ({ signal }) => callOverLeagues(gameBets, { params: { gameId }, signal }),
    meta: changesWithBets(null),
    refetchInterval: refreshMs,
    staleTime: 0,
    gcTime: 0,
  });
