import { expect, test } from 'vitest';
import { CallError, NoAnswerError, otherAccount } from './call.ts';
import { formProblem, messageFor } from './form-problem.ts';

const form = {
  fallback: 'Something went wrong.',
  unknown: 'We do not know whether your account was created.',
  labels: { email: 'Email', password: 'Password' },
  refusedFields: { 'email-taken': 'email' },
};
const refused = (code: string, field: string | null = null) =>
  new CallError(409, JSON.stringify({ message: 'Taken', code }), { field });

test.each([
  ['a body that was not sent', refused('bad-input', 'password'), 'password', 'Taken'],
  ['a refusal about a field', refused('email-taken'), 'email', 'Taken'],
  ['any other refusal', refused('too-many'), null, 'Taken'],
  ['a field that the form does not have', refused('bad-input', 'gameId'), null, 'Taken'],
  ['no answer', new NoAnswerError('no answer'), null, form.unknown],
  ['an answer without words', new CallError(502, ''), null, form.fallback],
])('%s is a problem of its field, or of the whole form', (_name, error, field, message) => {
  expect(formProblem(error, form)).toEqual({ field, message });
});

test('without an error, and for what the app reports itself, there is no problem', () => {
  const unauthorized = new CallError(401, JSON.stringify({ message: 'Unauthorized', code: 'unauthorized' }));
  for (const error of [null, unauthorized, otherAccount()]) expect(formProblem(error, form)).toBeNull();
});

test('only the field that a problem is about gets its message', () => {
  const problem = formProblem(refused('email-taken'), form);
  expect([messageFor(problem, 'email'), messageFor(problem, 'password'), messageFor(null, 'email')]).toEqual([
    'Taken',
    null,
    null,
  ]);
});
