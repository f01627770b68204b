import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWithBets } from '#client/lib/live.ts';
import { listBets } from '#shared/api/bets.ts';

const refreshMs = 30_000; // spec §7

/** The viewer's own bets, one per leg; read anew whenever a screen opens, when one is settled or moves, and every 30 s. */
export const betsQuery = queryOptions({
  queryKey: ['/api/bets'],
  queryFn: ({ signal }) => call(listBets, { signal }),
  meta: changesWithBets(null),
  refetchOnMount: 'always',
  refetchInterval: refreshMs,
});
