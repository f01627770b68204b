import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { failedDeliveries, failedMail } from '#shared/api/oversight.ts';

/** The letters whose last try failed, page by page. */
export const failedMailQuery = infiniteQueryOptions({
  queryKey: [failedMail.path],
  queryFn: ({ pageParam, signal }) =>
    call(failedMail, { params: pageParam === null ? {} : { after: pageParam }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }) => next,
  refetchOnMount: 'always',
});

/** How many pushes and group chats fail. */
export const deliveriesQuery = queryOptions({
  queryKey: [failedDeliveries.path],
  queryFn: ({ signal }) => call(failedDeliveries, { signal }),
  refetchOnMount: 'always',
});
