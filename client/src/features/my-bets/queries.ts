import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { changesWithBets } from '#client/tickets/bet-changes.ts';
import { listBets } from '#shared/api/bets.ts';

/** The viewer's own bets, one per leg; refetched on every mount and on change. */
export const betsQuery = queryOptions({
  queryKey: [listBets.path],
  queryFn: ({ signal }) => call(listBets, { signal }),
  meta: changesWithBets(null),
  refetchOnMount: 'always',
});

/** The same query for My Bets: also refetched every 30 s. Source: `docs/screens.md#calls-and-refreshing`. */
export const watchedBetsQuery = queryOptions({ ...betsQuery, refetchInterval: refreshMs });
