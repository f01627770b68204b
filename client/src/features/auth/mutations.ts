import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announceAccount, rememberAccount, rememberSignOut, removePersonal } from '#client/lib/account.ts';
import { call, NoAnswerError } from '#client/lib/call.ts';
import { storeDemoUser } from '#client/lib/demo-user.ts';
import { reloadPage } from '#client/lib/reload-page.ts';
import { toastFailure } from '#client/ui/toast.tsx';
import { toast } from '#client/ui/toast-store.ts';
import type { User } from '#shared/api/auth.ts';
import { forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { startDemo } from '#shared/api/site.ts';
import { nextPath } from './next-path.ts';
import { currentUserQuery } from './queries.ts';

/** Signs in. `onDone` receives the user once the cached current user is updated. */
export function useSignIn(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Welcome back!', onDone);
  return useMutation({ mutationFn: (body: BodyInput<typeof login>) => call(login, { body }), ...signedIn });
}

/** Creates an account and signs in. */
export function useRegister(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Account created!', onDone);
  return useMutation({ mutationFn: (body: BodyInput<typeof register>) => call(register, { body }), ...signedIn });
}

/** Signs in as a new member of a demo league, and stores this member as the browser's demo user. */
export function useDemo(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Welcome to the demo!', onDone, ({ id }) => id);
  return useMutation({ mutationFn: () => call(startDemo), ...signedIn });
}

/**
 * Signs out in every tab and loads the landing page. Deletes the personal data in the browser's storage: the next
 * person at this browser must not find them.
 *
 * A failed call also leads to `/`, and is only logged. The data stay until the server says that nobody is signed in
 * (`rememberAccount`): while the session goes on, an idempotency key protects a bet without an answer.
 * Source: `docs/screens.md#getting-in`.
 */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(logout),
    onMutate: rememberSignOut,
    onSuccess: () => {
      removePersonal();
      storeDemoUser(null);
      announceAccount(null);
    },
    // biome-ignore lint/suspicious/noConsole: the specification has it logged
    onError: (error) => console.info('The sign-out failed.', error),
    onSettled: () => location.assign('/'),
  });
}

/**
 * Requests a password reset link. The answer never reveals whether the account exists.
 * Source: `docs/screens.md#forgotten-passwords`.
 */
export function useForgotPassword() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof forgotPassword>) => call(forgotPassword, { body }),
    onSuccess: () => toast('Email Sent', 'If an account exists with that email, a password reset link has been sent.'),
    onError: (error) => toastFailure(error, 'Failed to send reset email'),
  });
}

/** Sets the new password with the token of a mailed link. The server ends all sessions, also this browser's. */
export function useResetPassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    onSuccess: () => {
      toast('Password Reset Successful');
      return client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
    onError: (error) =>
      toastFailure(error, 'Failed to reset password. The link may be expired or invalid.', 'Reset Failed'),
  });
}

/**
 * The effects of every kind of sign-in, in all tabs. A page that belongs to another account is reloaded.
 *
 * demoIdOf  returns the id to store as the browser's demo user; null after an ordinary sign-in
 */
function useSignedIn(
  words: string,
  onDone: (user: User) => void,
  demoIdOf: (user: User) => string | null = () => null,
) {
  const client = useQueryClient();
  return {
    onSuccess: (user: User) => {
      storeDemoUser(demoIdOf(user));
      const isSamePage = rememberAccount(user.id);
      announceAccount(user.id);
      if (!isSamePage) return reloadPage({ title: words, text: null }, nextPath(location.search, user));
      client.setQueryData(currentUserQuery.queryKey, user);
      toast(words);
      onDone(user);
    },
    onError: (error: Error) => {
      const silent = error instanceof NoAnswerError;
      const fallback = silent ? 'Unable to connect. Please try again.' : 'Something went wrong. Please try again.';
      toastFailure(error, fallback);
    },
  };
}
