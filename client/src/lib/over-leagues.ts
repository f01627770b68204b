import type { OverLeagues } from './call.ts';
import { refreshMs } from './query-client.ts';

/** The `select` of a query for the reply alone. */
export function replyOf<Reply>({ reply }: OverLeagues<Reply>): Reply {
  return reply;
}

/** The `select` of a query for the number of leagues that are left out. */
export function unreachableOf({ unreachable }: OverLeagues<unknown>): number {
  return unreachable;
}

/** The `refetchInterval` of a query that refreshes by itself only while leagues are left out. */
export function refreshWhileParted(query: { state: { data: OverLeagues<unknown> | undefined } }): number | false {
  return query.state.data?.unreachable ? refreshMs : false;
}
