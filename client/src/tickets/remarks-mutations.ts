import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { removeNote, removeReaction, setReaction } from '#shared/api/remark-calls.ts';
import type { Remarks } from '#shared/api/remarks.ts';
import type { Reaction } from '#shared/domain/remarks.ts';
import { storeRemarks } from './remarks-cache.ts';
import { withReaction } from './with-reaction.ts';

/** A ticket as calls name it. */
export type TicketKey = { id: string; ticketId: string };

/** Sets the viewer's reaction to a ticket; null removes it. It shows at once, and goes back if the call fails. */
export function useReact(params: TicketKey) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reaction: Reaction | null) =>
      reaction === null ? call(removeReaction, { params }) : call(setReaction, { params, body: { reaction } }),
    onMutate: (reaction) => {
      const before: Remarks[] = [];
      storeRemarks(client, params.ticketId, (remarks) => {
        before.push(remarks);
        return withReaction(remarks, reaction);
      });
      return before[0];
    },
    onSuccess: (remarks) => storeRemarks(client, params.ticketId, () => remarks),
    onError: (error, _reaction, before) => {
      if (before) storeRemarks(client, params.ticketId, () => before);
      toastFailed(error, {
        fallback: 'Failed to save your reaction',
        unknown: 'We do not know whether your reaction was saved. You can tap it again.',
      });
    },
  });
}

/** Removes the note of a ticket for ever. */
export function useRemoveNote(params: TicketKey) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(removeNote, { params }),
    onSuccess: () => {
      toast('Note Removed');
      storeRemarks(client, params.ticketId, (remarks) => ({ ...remarks, note: null, mayRemoveNote: false }));
    },
    onError: (error) =>
      toastFailed(error, {
        fallback: 'Failed to remove the note',
        unknown: 'We do not know whether the note was removed. You can remove it again.',
      }),
  });
}
