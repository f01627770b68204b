import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announceAccount, endSession, rememberAccount, rememberSignOut } from '#client/lib/account.ts';
import { call } from '#client/lib/call.ts';
import { storeDemoUser } from '#client/lib/demo-user.ts';
import { type FormWords, formProblem } from '#client/lib/form-problem.ts';
import { setAnswered } from '#client/lib/query-client.ts';
import { reloadPage } from '#client/lib/reload-page.ts';
import { toast, toastProblem } from '#client/ui/toast-store.ts';
import type { User } from '#shared/api/auth.ts';
import { login, logout, register } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { startDemo } from '#shared/api/site.ts';
import { labels } from './labels.ts';
import { nextPath } from './next-path.ts';
import { currentUserQuery } from './queries.ts';

/** Signs in. `onDone` receives the user once the cached current user is updated. */
export function useSignIn(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Welcome back!', onDone);
  return useMutation({ mutationFn: (body: BodyInput<typeof login>) => call(login, { body, labels }), ...signedIn });
}

/** Creates an account and signs in. */
export function useRegister(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Account created!', onDone);
  return useMutation({
    mutationFn: (body: BodyInput<typeof register>) => call(register, { body, labels }),
    ...signedIn,
  });
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
    onSuccess: endSession,
    // biome-ignore lint/suspicious/noConsole: the specification has it logged
    onError: (error) => console.info('The sign-out failed.', error),
    onSettled: () => location.assign('/'),
  });
}

/** The words about a failed sign-in or sign-up. The server refuses a password alone that its schema accepts. */
export const signInWords: FormWords = {
  fallback: 'Something went wrong. Please try again.',
  unknown: 'Unable to connect. Please try again.',
  labels,
  refusedFields: { 'wrong-credentials': 'password', 'email-taken': 'email', 'bad-input': 'password' },
};

/**
 * The effects of every kind of sign-in, in all tabs. A page that belongs to another account is reloaded. A person who
 * has left the page meanwhile stays where they are: `onDone` is not called.
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
    onMutate: () => location.pathname,
    onSuccess: async (user: User, _sent: unknown, startedOn: string) => {
      const hasLeft = location.pathname !== startedOn;
      storeDemoUser(demoIdOf(user));
      const isSamePage = rememberAccount(user.id);
      announceAccount(user.id);
      if (!isSamePage) {
        return reloadPage({ title: words, text: null }, hasLeft ? undefined : nextPath(location.search, user));
      }
      await setAnswered(client, currentUserQuery, user);
      toast(words);
      if (!hasLeft) onDone(user);
    },
    onError: (error: Error) => {
      const problem = formProblem(error, signInWords);
      if (problem) toastProblem({ title: 'Error', message: problem.message });
    },
  };
}
