import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { listSessions } from '#shared/api/own-account.ts';

/** Where the viewer is signed in. Refetched on every mount: another browser may have changed it. */
export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => call(listSessions, { signal }),
  refetchOnMount: 'always',
});
