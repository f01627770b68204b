import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announceAccount, removePersonalOfPage } from '#client/lib/account.ts';
import { call } from '#client/lib/call.ts';
import { storeDemoUser } from '#client/lib/demo-user.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import { forgotPassword, resetPassword } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { labels } from './labels.ts';
import { currentUserQuery } from './queries.ts';

/**
 * Requests a password reset link. The answer never reveals whether the account exists.
 * Source: `docs/screens.md#forgotten-passwords`.
 */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body, labels }),
    onSuccess: () => toast('Email Sent', 'If an account exists with that email, a password reset link has been sent.'),
    onError: (error) => void toastFailed(error, forgotWords),
  });
}

/** The words about a failed request for a reset link. */
export const forgotWords: FormWords = {
  fallback: 'Failed to send reset email',
  unknown: 'We do not know whether the email was sent. Look at your inbox before you try again.',
  labels,
};

/**
 * Sets the new password with the token of a mailed link. The server ends all sessions of the account, and the session
 * of this browser whoever's it is, so every tab is signed out.
 */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body, labels }),
    onSuccess: () => {
      toast('Password Reset Successful');
      removePersonalOfPage();
      storeDemoUser(null);
      announceAccount(null);
      return setAnswered(client, currentUserQuery, null);
    },
    onError: (error) => void toastFailed(error, { ...resetWords, title: 'Reset Failed' }),
  });
}

/** The words about a failed reset. The server refuses a password alone that its schema accepts. */
export const resetWords: FormWords = {
  fallback: 'Failed to reset password. The link may be expired or invalid.',
  unknown: 'We do not know whether your password was changed. Try to sign in with the new one.',
  labels,
  refusedFields: { 'bad-input': 'newPassword' },
};
