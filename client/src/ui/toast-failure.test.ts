import { beforeEach, expect, test } from 'vitest';
import { CallError, NoAnswerError, otherAccount } from '#client/lib/call.ts';
import { toastFailed, toastFailure, toastFixedFailure } from './toast-failure.ts';
import { currentToast, toast } from './toast-store.ts';

const refused = (status: number, message: string) => new CallError(status, JSON.stringify({ message, code: 'x' }));

beforeEach(() => toast('Welcome back!'));

test('a failed call is announced at once, with the words of the server or fixed ones', () => {
  expect(currentToast()).toMatchObject({ politeness: 'polite' });
  toastFailure(refused(409, 'This league is over'), 'Failed to join league');
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'This league is over', politeness: 'assertive' });
  toastFailure(new NoAnswerError('no answer'), 'Failed to reset password.', 'Reset Failed');
  expect(currentToast()).toMatchObject({ title: 'Reset Failed', description: 'Failed to reset password.' });
  toastFixedFailure(refused(409, 'This league is over'), 'Failed to delete league');
  expect(currentToast()).toMatchObject({ description: 'Failed to delete league', politeness: 'assertive' });
});

test('nobody or another account being signed in is reported elsewhere', () => {
  for (const error of [refused(401, 'Unauthorized'), otherAccount()]) {
    toastFailure(error, 'Failed to join league');
    toastFixedFailure(error, 'Failed to delete league');
    expect(currentToast()).toMatchObject({ title: 'Welcome back!' });
  }
});

test('a call without an answer is not called a failure', () => {
  const unknown = 'We do not know whether you joined the league.';
  expect(toastFailed(new NoAnswerError('no answer'), { fallback: 'Failed to join league', unknown })).toBe(true);
  expect(currentToast()).toMatchObject({ title: 'No Answer', description: unknown, politeness: 'assertive' });
  expect(toastFailed(refused(409, 'Full'), { fallback: 'Failed to join league', unknown })).toBe(false);
  expect(currentToast()).toMatchObject({ title: 'Error', description: 'Full' });
  expect(toastFailed(refused(409, 'Full'), { fixed: 'Please try again', title: 'No', unknown })).toBe(false);
  expect(currentToast()).toMatchObject({ title: 'No', description: 'Please try again' });
});
