import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callOverLeagues } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { listNotices, readNotice, readNotices } from '#shared/api/notifications.ts';
import { changesWithNotices, countQuery } from './count-query.ts';

/** The viewer's inbox by pages, the latest first; refetched on every mount and on change. */
export const inboxQuery = infiniteQueryOptions({
  queryKey: [listNotices.path],
  queryFn: async ({ pageParam, signal }) => {
    const params = pageParam === null ? {} : { before: pageParam };
    const { reply, unreachable } = await callOverLeagues(listNotices, { params, signal });
    return { ...reply, unreachable };
  },
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  meta: changesWithNotices,
  refetchOnMount: 'always',
});

/** Marks a notice as read. A failure shows nothing: the person is on the way to what it speaks of. */
export function useReadOne() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (id: string) => call(readNotice, { params: { id } }),
    onSettled: refetch,
  });
}

/** Marks all notices as read that are shown, and those before them. */
export function useReadAll() {
  const refetch = useRefetch();
  return useMutation({
    mutationFn: (until: string) => call(readNotices, { body: { until } }),
    onSettled: refetch,
    onError: (error) => {
      const unknown = 'We do not know whether the notices were marked as read.';
      toastFailed(error, { fixed: 'Failed to mark the notices as read', unknown });
    },
  });
}

/** Refetches the inbox and the number of unread notices; the mutation goes on until both are here. */
function useRefetch() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: inboxQuery.queryKey, exact: true }),
      client.invalidateQueries({ queryKey: countQuery.queryKey, exact: true }),
    ]);
}
