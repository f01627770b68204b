import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { listGroups } from '#shared/api/groups.ts';

/** The viewer's leagues with their own money in each. Read anew by every screen that opens: settlements move balances. */
export const leaguesQuery = queryOptions({
  queryKey: ['/api/groups'],
  queryFn: ({ signal }) => call(listGroups, { signal }),
  meta: changesWith((topic) => topic.startsWith('league:')), // the viewer hears of no other league
  refetchOnMount: 'always',
});

/** The same list for a screen that shows one of the leagues in full: read anew every 30 s while it is open. */
export const watchedLeaguesQuery = queryOptions({
  ...leaguesQuery,
  refetchInterval: 30_000, // spec §9
});
