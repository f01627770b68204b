import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { type FeedHealth, feedsHealth, rawEvent } from '#shared/api/admin-feeds.ts';

/** Chosen: a feed is polled every half a minute, so its health is read about as often while the page is in view. */
const healthEveryMs = 15_000;

/** Whether somebody must look at a feed. */
export function needsSomebody({ state }: Pick<FeedHealth, 'state'>): boolean {
  return state === 'stale' || state === 'quarantined';
}

export const feedsQuery = queryOptions({
  queryKey: [feedsHealth.path],
  queryFn: ({ signal }) => call(feedsHealth, { signal }),
  refetchInterval: healthEveryMs,
  refetchOnMount: 'always',
});

/** A quarantined event as it came. It is read for the dialog alone, and dropped with it. */
export const rawEventQuery = (id: string) =>
  queryOptions({
    queryKey: [rawEvent.path, id],
    queryFn: ({ signal }) => call(rawEvent, { params: { id }, signal }),
    refetchOnMount: 'always',
    gcTime: 0,
  });
