import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { noticeSettings } from '#shared/api/notice-settings.ts';

/** How the viewer wants their notices. Refetched on every mount: another device may have changed it. */
export const settingsQuery = queryOptions({
  queryKey: [noticeSettings.path],
  queryFn: ({ signal }) => call(noticeSettings, { signal }),
  refetchOnMount: 'always',
});
