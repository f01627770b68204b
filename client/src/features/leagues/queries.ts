import { queryOptions, useQuery } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshWhileParted, replyOf, unreachableOf } from '#client/lib/over-leagues.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { parseTopic } from '#shared/api/events.ts';
import { listGroups } from '#shared/api/groups.ts';

/**
 * The viewer's leagues with the balances in each. Refetched on every mount, because settlements change balances, and
 * every 30 s while some cannot be reached.
 */
export const leaguesQuery = queryOptions({
  queryKey: [listGroups.path],
  queryFn: ({ signal }) => callOverLeagues(listGroups, { signal }),
  select: replyOf,
  // The server sends topics of the viewer and their leagues only.
  meta: changesWith((topic) => parseTopic(topic).sport === null),
  refetchOnMount: 'always',
  refetchInterval: refreshWhileParted,
});

/** The same query for a screen that shows one league in full: also refetched every 30 s. */
export const watchedLeaguesQuery = queryOptions({
  ...leaguesQuery,
  refetchInterval: refreshMs,
});

/** The number of the viewer's leagues that cannot be reached, by the last list; 0 without one. Fetches nothing. */
export function useUnreachableLeagues(): number {
  return useQuery({ ...leaguesQuery, select: unreachableOf, enabled: false }).data ?? 0;
}
