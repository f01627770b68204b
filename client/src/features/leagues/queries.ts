import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { listGroups } from '#shared/api/groups.ts';

/** The viewer's leagues with their own money in each. Read anew by every screen that opens: settlements move balances. */
export const leaguesQuery = queryOptions({
  queryKey: ['/api/groups'],
  queryFn: ({ signal }) => call(listGroups, { signal }),
  refetchOnMount: 'always',
});
