import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { refreshWhileParted, replyOf, unreachableOf } from '#client/lib/over-leagues.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { changesWithBets } from '#client/tickets/bet-changes.ts';
import { listBets } from '#shared/api/bets.ts';

/**
 * The viewer's own bets, one per leg; refetched on every mount, on change, and every 30 s while some leagues cannot be
 * reached.
 */
export const betsQuery = queryOptions({
  queryKey: [listBets.path],
  queryFn: ({ signal }) => callOverLeagues(listBets, { signal }),
  select: replyOf,
  meta: changesWithBets(null),
  refetchOnMount: 'always',
  refetchInterval: refreshWhileParted,
});

/** The same query for My Bets: also refetched every 30 s. Source: `docs/screens.md#calls-and-refreshing`. */
export const watchedBetsQuery = queryOptions({ ...betsQuery, refetchInterval: refreshMs });

/** The number of leagues that the last list of the viewer's bets left out; 0 without one. Fetches nothing. */
export function useLeaguesWithoutBets(): number {
  return useQuery({ ...betsQuery, select: unreachableOf, enabled: false }).data ?? 0;
}
