import { queryOptions } from '@tanstack/react-query';
import { callOverLeagues } from '#client/lib/call.ts';
import { refreshWhileParted } from '#client/lib/over-leagues.ts';
import { isOfNotices, parseTopic, type Topic } from '#shared/api/events.ts';
import { countNotices } from '#shared/api/notifications.ts';

/** The meta of the inbox's queries. Notices of a league that the viewer loses are no longer in it. */
export const changesWithNotices = {
  concerns: (topic: Topic) => isOfNotices(topic) || parseTopic(topic).departure !== null,
};

/** The number of unread notices; refetched on change, and every 30 s while some leagues cannot be reached. */
export const countQuery = queryOptions({
  queryKey: [countNotices.path],
  queryFn: ({ signal }) => callOverLeagues(countNotices, { signal }),
  select: ({ reply }) => reply.unread,
  meta: changesWithNotices,
  refetchInterval: refreshWhileParted,
});
