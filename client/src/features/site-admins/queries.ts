import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { listAdmins } from '#shared/api/oversight.ts';

/** The admins. Refetched on every mount: another admin may have changed them. */
export const adminsQuery = queryOptions({
  queryKey: [listAdmins.path],
  queryFn: ({ signal }) => call(listAdmins, { signal }),
  refetchOnMount: 'always',
});
