import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { keepDemoUser } from '#client/lib/demo-user.ts';
import { toast } from '#client/ui/toast.tsx';
import type { User } from '#shared/api/auth.ts';
import { login, logout, register } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { startDemo } from '#shared/api/site.ts';
import { currentUserQuery } from './queries.ts';

/** Signs in; `onDone` gets the user once the app knows about it. */
export function useSignIn(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Welcome back!', onDone);
  return useMutation({ mutationFn: (body: BodyInput<typeof login>) => call(login, { body }), ...signedIn });
}

/** Creates an account, which signs in. */
export function useRegister(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Account created!', onDone);
  return useMutation({ mutationFn: (body: BodyInput<typeof register>) => call(register, { body }), ...signedIn });
}

/** Signs in as a fresh member of a league that is made up, who is this browser's demo user from then on. Source: design D15. */
export function useDemo(onDone: (user: User) => void) {
  const signedIn = useSignedIn('Welcome to the demo!', onDone, ({ id }) => id);
  return useMutation({ mutationFn: () => call(startDemo), ...signedIn });
}

/** Signs out and goes to the landing page, also when the call failed: the page is loaded anew. Source: spec §7 and §8. */
export function useLogout() {
  return useMutation({
    mutationFn: () => call(logout),
    onSettled: () => {
      keepDemoUser(null);
      location.assign('/');
    },
  });
}

/** What follows a sign-in of any kind; `demoIdOf` says who is the demo user now, which is nobody unless it is that. */
function useSignedIn(
  words: string,
  onDone: (user: User) => void,
  demoIdOf: (user: User) => string | null = () => null,
) {
  const client = useQueryClient();
  return {
    onSuccess: (user: User) => {
      keepDemoUser(demoIdOf(user));
      client.setQueryData(currentUserQuery.queryKey, user);
      toast(words);
      onDone(user);
    },
    onError: (error: Error) => {
      const silent = error instanceof NoAnswerError;
      const fallback = silent ? 'Unable to connect. Please try again.' : 'Something went wrong. Please try again.';
      toast('Error', wordsOf(error, fallback));
    },
  };
}
