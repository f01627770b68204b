import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { toast } from '#client/ui/toast.tsx';
import type { User } from '#shared/api/auth.ts';
import { login, logout, register } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
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

/** Signs out and goes to the landing page, also when the call failed: the page is loaded anew. Source: spec §7 and §8. */
export function useLogout() {
  return useMutation({ mutationFn: () => call(logout), onSettled: () => location.assign('/') });
}

function useSignedIn(words: string, onDone: (user: User) => void) {
  const client = useQueryClient();
  return {
    onSuccess: (user: User) => {
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
