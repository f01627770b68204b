import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { feedsHealth } from '#shared/api/admin-feeds.ts';

/** Chosen: a feed is polled every half a minute, so its health is read about as often while the page is in view. */
const healthEveryMs = 15_000;

export const feedsQuery = queryOptions({
  queryKey: [feedsHealth.path],
  queryFn: ({ signal }) => call(feedsHealth, { signal }),
  refetchInterval: healthEveryMs,
  refetchOnMount: 'always',
});
