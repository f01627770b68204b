import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { refreshWhileParted, replyOf, unreachableOf } from '#client/lib/over-leagues.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { changesWithBets } from '#client/tickets/bet-changes.ts';
import { listBetsSince } from '#shared/api/bet-pages.ts';
import { listBets } from '#shared/api/bets.ts';

/** Every query of the viewer's own bets has a key that begins with this one. */
export const betsKey = [listBets.path];

/** Chosen: longer than any slate goes back, so that its games have all bets. */
const recentMs = 15 * 24 * 3_600_000;

/**
 * The viewer's own bets that are open or were settled lately, one per leg; refetched on every mount, on change, and
 * every 30 s while some leagues cannot be reached.
 */
export const recentBetsQuery = queryOptions({
  queryKey: [...betsKey, 'recent'],
  queryFn: ({ signal }) => {
    const since = new Date(serverNow().getTime() - recentMs).toISOString();
    return callOverLeagues(listBetsSince, { params: { since }, signal });
  },
  select: replyOf,
  meta: changesWithBets(null),
  refetchOnMount: 'always',
  refetchInterval: refreshWhileParted,
});

/** The number of leagues that the last list of recent bets left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutBets(): number {
  return useQuery({ ...recentBetsQuery, select: unreachableOf, enabled: false }).data ?? 0;
}
