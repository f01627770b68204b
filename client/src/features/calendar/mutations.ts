import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { makeCalendarLink, removeCalendarLink } from '#shared/api/calendar.ts';
import { calendarLinkQuery } from './queries.ts';

/** Makes a new calendar link. Its data is the only place where the link is ever shown. */
export function useMakeLink() {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: calendarLinkQuery.queryKey });
  return useMutation({
    mutationFn: () => call(makeCalendarLink),
    onSuccess: ({ madeAt }) => setAnswered(client, calendarLinkQuery, { madeAt }),
    onError: (error) => {
      const unknown = 'We do not know whether there is a new link. Make one again to be sure.';
      if (toastFailed(error, { fallback: 'Failed to make a calendar link.', unknown })) refetch();
    },
  });
}

/** Removes the calendar link. */
export function useRemoveLink() {
  const client = useQueryClient();
  const refetch = () => client.invalidateQueries({ queryKey: calendarLinkQuery.queryKey });
  return useMutation({
    mutationFn: () => call(removeCalendarLink),
    onSuccess: async () => {
      await setAnswered(client, calendarLinkQuery, { madeAt: null });
      toast('Calendar Link Removed', 'Calendars that follow it get nothing more.');
    },
    onError: (error) => {
      const unknown = 'We do not know whether the link was removed. Look again in a moment.';
      if (toastFailed(error, { fallback: 'Failed to remove the calendar link.', unknown })) refetch();
    },
  });
}
