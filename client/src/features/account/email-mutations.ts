import { useMutation } from '@tanstack/react-query';
import { isBadLink } from '#client/lib/bad-link.ts';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { labels } from './mutations.ts';

export const emailWords: FormWords = {
  fallback: 'Failed to send the letter.',
  unknown: 'We do not know whether the letter was sent. Look at your mail before you try again.',
  labels,
  refusedFields: { 'wrong-password': 'password', 'same-email': 'email' },
};

/** Mails the link that confirms a new address. */
export function useAskEmailChange() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof askEmailChange>) => call(askEmailChange, { body, labels }),
    onSuccess: () => toast('Letter Sent'),
    onError: (error) => void toastFailed(error, emailWords),
  });
}

const unknownChange = 'We do not know whether your address was changed. Try to sign in with it.';

/** Gives the account the address to which the link with this token was mailed. */
export function useConfirmEmail(onDone: () => void) {
  return useMutation({
    mutationFn: (token: string) => call(confirmEmailChange, { body: { token } }),
    onSuccess: onDone,
    onError: (error) => {
      if (!isBadLink(error)) toastFailed(error, { fallback: 'Failed to change your address.', unknown: unknownChange });
    },
  });
}

/** The words about a failed undo. The server refuses a new password alone that its schema accepts. */
export const undoWords: FormWords = {
  fallback: 'Failed to get your address back.',
  unknown: unknownChange,
  labels,
  refusedFields: { 'bad-input': 'newPassword' },
};

/** Gives the account its address of before back, with a new password. */
export function useUndoEmail() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof undoEmailChange>) => call(undoEmailChange, { body, labels }),
    onError: (error) => {
      if (!isBadLink(error)) toastFailed(error, undoWords);
    },
  });
}
