import { useMutation } from '@tanstack/react-query';
import { isBadLink } from '#client/lib/bad-link.ts';
import { call } from '#client/lib/call.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { confirmMail, unsubscribe } from '#shared/api/mail.ts';

/** Confirms the address to which the link with this token was mailed. */
export function useConfirmMail() {
  return useMutation({
    mutationFn: (token: string) => call(confirmMail, { body: { token } }),
    onError: (error) => {
      if (isBadLink(error)) return;
      const unknown = 'We do not know whether your address was confirmed. Please try again.';
      toastFailed(error, { fallback: 'Failed to confirm your address.', unknown });
    },
  });
}

/** Ends the mail that the link with this token is about. */
export function useUnsubscribe() {
  return useMutation({
    mutationFn: (token: string) => call(unsubscribe, { body: { token } }),
    onError: (error) => {
      if (isBadLink(error)) return;
      const unknown = 'We do not know whether the mail was switched off. Please try again.';
      toastFailed(error, { fallback: 'Failed to switch the mail off.', unknown });
    },
  });
}
