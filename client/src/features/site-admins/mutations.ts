import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { currentUser } from '#shared/api/auth.ts';
import { auditLog, grantAdminRight, revokeAdminRight } from '#shared/api/oversight.ts';
import { adminsQuery } from './queries.ts';

export const labels = { who: 'E-mail or id of an account' } as const;

export const grantWords: FormWords = {
  fallback: 'Failed to make an admin.',
  unknown: 'We do not know whether that worked. The list is read again.',
  labels,
  refusedFields: { 'user-not-found': 'who' },
};

/** Makes an admin of the account with this address or id. */
export function useGrant() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (who: string) => call(grantAdminRight, { body: { who }, labels }),
    onSuccess: () => toast('Admin Made', 'The right holds from now on.'),
    onError: (error) => void toastFailed(error, grantWords),
    onSettled: refresh,
  });
}

/** Ends the right of an admin. After the viewer's own the page is not theirs any more. */
export function useRevoke(isOwn: boolean) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call(revokeAdminRight, { body: { id, isOwnMeant: isOwn } }),
    onSuccess: async () => {
      toast('Right Ended', 'It ended at once.');
      if (isOwn) await client.invalidateQueries({ queryKey: [currentUser.path] });
    },
    onError: (error) => void toastFailed(error, { fallback: 'Failed to end the right.', unknown: grantWords.unknown }),
    onSettled: refresh,
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([adminsQuery.queryKey, [auditLog.path]].map((queryKey) => client.invalidateQueries({ queryKey })));
}
