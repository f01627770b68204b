import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { auditLog, tryMailAgain } from '#shared/api/oversight.ts';
import { counted } from '#shared/domain/count.ts';
import { failedMailQuery } from './queries.ts';

/** Sends letters again that were given up. */
export function useTryAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: string[]) => call(tryMailAgain, { body: { ids } }),
    onSuccess: ({ tried }) => toast('Sent Again', `${counted(tried, 'letter')} will be tried within a minute.`),
    onError: (error) =>
      void toastFailed(error, {
        fallback: 'Failed to send again.',
        unknown: 'We do not know whether that worked. The list is read again.',
      }),
    onSettled: () =>
      Promise.all(
        [failedMailQuery.queryKey, [auditLog.path]].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}
