import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWithBets } from '#client/tickets/bet-changes.ts';
import { listBets } from '#shared/api/bets.ts';

/** The viewer's own bets, one per leg; read anew whenever a screen opens, and when one is settled or moves. */
export const betsQuery = queryOptions({
  queryKey: ['/api/bets'],
  queryFn: ({ signal }) => call(listBets, { signal }),
  meta: changesWithBets(null),
  refetchOnMount: 'always',
});

/** The same as My Bets shows them: read anew every 30 s as well. Source: spec §7. */
export const watchedBetsQuery = queryOptions({ ...betsQuery, refetchInterval: 30_000 });
