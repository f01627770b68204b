import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { calendarLink } from '#shared/api/calendar.ts';

/** Whether the viewer has a calendar link, and since when; refetched on every mount. */
export const calendarLinkQuery = queryOptions({
  queryKey: [calendarLink.path],
  queryFn: ({ signal }) => call(calendarLink, { signal }),
  refetchOnMount: 'always',
});
