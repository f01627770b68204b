import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endSession } from '#client/lib/account.ts';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { reloadPage } from '#client/lib/reload-page.ts';
import { toastFailed } from '#client/ui/toast-failure.ts';
import { toast } from '#client/ui/toast-store.ts';
import type { User } from '#shared/api/auth.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import {
  changeNames,
  changePassword,
  deleteAccount,
  endOtherSessions,
  endOwnSession,
} from '#shared/api/own-account.ts';
import { sessionsQuery } from './queries.ts';

export const labels = {
  email: 'New Email',
  firstName: 'First Name',
  lastName: 'Last Name',
  password: 'Current Password',
  newPassword: 'New Password',
} as const;

export const namesWords: FormWords = {
  fallback: 'Failed to save your names.',
  unknown: 'We do not know whether your names were saved. Reload the page to see.',
  labels,
};

/** Sets the viewer's names. `onDone` receives the user as the server has it now. */
export function useChangeNames(onDone: (user: User) => void) {
  return useMutation({
    mutationFn: (body: BodyInput<typeof changeNames>) => call(changeNames, { body, labels }),
    onSuccess: (user) => {
      toast('Names Saved');
      onDone(user);
    },
    onError: (error) => void toastFailed(error, namesWords),
  });
}

/** The words about a password that was not changed. The server refuses a new one alone that its schema accepts. */
export const passwordWords: FormWords = {
  fallback: 'Failed to change your password.',
  unknown: 'We do not know whether your password was changed. Try to sign in with the new one in another browser.',
  labels,
  refusedFields: { 'wrong-password': 'password', 'bad-input': 'newPassword' },
};

export function useChangePassword() {
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (body: BodyInput<typeof changePassword>) => call(changePassword, { body, labels }),
    onSuccess: () => toast('Password Changed', 'You are signed out everywhere else.'),
    onError: (error) => void toastFailed(error, passwordWords),
    onSettled: refresh,
  });
}

export const deletionWords: FormWords = {
  fallback: 'Failed to delete your account.',
  unknown: 'We do not know whether your account was deleted. Reload the page to see.',
  labels,
  refusedFields: { 'wrong-password': 'password' },
};

/** Deletes the account, and all that this browser has stored for it. Every tab is signed out. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof deleteAccount>) => call(deleteAccount, { body, labels }),
    onSuccess: () => {
      endSession();
      reloadPage({ title: 'Account Deleted', text: 'Leagues keep your results under “Former member”.' }, '/');
    },
    onError: (error) => void toastFailed(error, deletionWords),
  });
}

const unknownEnd = 'We do not know whether that worked. The list is read again.';

export function useEndSession() {
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: (id: string) => call(endOwnSession, { params: { id } }),
    onSuccess: () => toast('Signed Out There'),
    onError: (error) => void toastFailed(error, { fallback: 'Failed to sign out there.', unknown: unknownEnd }),
    onSettled: refresh,
  });
}

export function useEndOtherSessions() {
  const refresh = useRefreshSessions();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSuccess: () => toast('Signed Out Everywhere Else'),
    onError: (error) => void toastFailed(error, { fallback: 'Failed to sign out elsewhere.', unknown: unknownEnd }),
    onSettled: refresh,
  });
}

function useRefreshSessions() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}
