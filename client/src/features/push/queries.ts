import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { pushState } from '#shared/api/push.ts';

/** Whether the viewer wants notices on devices, and on which. */
export const pushQuery = queryOptions({
  queryKey: [pushState.path],
  queryFn: ({ signal }) => call(pushState, { signal }),
});
