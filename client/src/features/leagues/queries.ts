import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { refreshMs } from '#client/lib/query-client.ts';
import { parseTopic } from '#shared/api/events.ts';
import { listGroups } from '#shared/api/groups.ts';

/** The viewer's leagues with the balances in each. Refetched on every mount, because settlements change balances. */
export const leaguesQuery = queryOptions({
  queryKey: [listGroups.path],
  queryFn: ({ signal }) => call(listGroups, { signal }),
  // The server sends topics of the viewer and their leagues only.
  meta: changesWith((topic) => parseTopic(topic).sport === null),
  refetchOnMount: 'always',
});

/** The same query for a screen that shows one league in full: also refetched every 30 s. */
export const watchedLeaguesQuery = queryOptions({
  ...leaguesQuery,
  refetchInterval: refreshMs,
});
