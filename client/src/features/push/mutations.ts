import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { toastFailed, toastFailure } from '#client/ui/toast-failure.ts';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import { addPushDevice, declinePush, removePushDevice } from '#shared/api/push.ts';
import { pushQuery } from './queries.ts';
import { NotAllowedError, subscribe, unsubscribe } from './subscribe.ts';

/** Makes this browser a device of the viewer. Must be called in the handler of a tap. */
export function useAddDevice() {
  return usePushMutation(
    async (publicKey: string) => {
      await call(addPushDevice, { body: await subscribe(publicKey) });
    },
    (error) => {
      if (!(error instanceof NotAllowedError)) return toastFailure(error, 'Failed to turn notifications on');
      toastProblem({
        title: 'Not Allowed',
        message: 'Your browser does not allow notifications of Ching. Its site settings can change that.',
      });
    },
  );
}

/** Removes this browser from the devices of the viewer. */
export function useRemoveThisDevice() {
  return usePushMutation(
    async (id: string) => {
      await call(removePushDevice, { params: { id } });
      await unsubscribe().catch(() => undefined); // the server pushes nothing to it any more
    },
    (error) => toastFailure(error, 'Failed to turn notifications off'),
  );
}

/** Ends the pushing to a browser of the viewer, which may be another one. */
export function useRemoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(removePushDevice, { params: { id } }),
    onSuccess: () => toast('Device Removed', 'No further notice goes there.'),
    onError: (error) => {
      const unknown = 'We do not know whether the device was removed. The list is read again.';
      toastFailed(error, { fallback: 'Failed to remove the device.', unknown });
    },
    onSettled: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
}

/** Stores the viewer's no. */
export function useDecline() {
  return usePushMutation(
    async () => {
      await call(declinePush);
    },
    (error) => toastFailure(error, 'Failed to store your answer'),
  );
}

function usePushMutation<Sent = void>(mutationFn: (sent: Sent) => Promise<void>, onError: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError,
    onSuccess: () => client.invalidateQueries({ queryKey: pushQuery.queryKey }),
  });
}
