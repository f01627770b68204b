import { expect, test } from 'vitest';
import { saveManualOdds } from './admin.ts';
import { register } from './auth.ts';
import type { BodyInput, Endpoint } from './endpoint.ts';
import { firstIssue, issueWords } from './errors.ts';

const person = { email: 'ann@example.com', password: 'correct horse', firstName: 'Ann', lastName: 'Reed' };
const total = { totalPoints: '47.5', overOdds: -108, underOdds: -112 };

function issueIn<E extends Endpoint>({ body }: E, sent: BodyInput<E>) {
  const parsed = body?.safeParse(sent);
  if (!parsed?.error) throw new Error('the body parses');
  return firstIssue(parsed.error);
}
const odds = (values: object) => issueIn(saveManualOdds, { odds: [{ gameId: 'espn:1', ...total, ...values }] });

test('an issue says its field by the name of the API, or by the label of a form', () => {
  const issue = issueIn(register, { ...person, email: 'ann' });
  expect(issue.field).toBe('email');
  expect(issueWords(issue)).toBe('email: is not an e-mail address');
  expect(issueWords(issue, { email: 'Email' })).toBe('Email is not an e-mail address');
  expect(issueWords(odds({ overOdds: 99 }), { overOdds: 'Over Odds' })).toBe(
    'Over Odds must be American odds: a whole number, 100 or more or -100 or less',
  );
});

test('a sentence stands alone', () => {
  const issue = issueIn(register, { ...person, password: 'short' });
  expect(issue.field).toBe('password');
  expect(issueWords(issue, { password: 'Password' })).toBe('Password must be at least 8 characters long.');
});

test.each([
  [{ underOdds: null }, 'underOdds'],
  [{ totalPoints: null }, 'totalPoints'],
  [{ totalPoints: '-3' }, 'totalPoints'],
  [{ spreadHomeOdds: -110, spreadAwayOdds: -110 }, 'spreadHome'],
  [{ spreadHome: '3', spreadAway: '4', spreadHomeOdds: -110, spreadAwayOdds: -110 }, 'spreadHome'],
  [{ moneylineHome: 150 }, 'moneylineAway'],
])('a market that is half or invalid (%o) names the field to correct: %s', (values, field) => {
  expect(odds(values)).toMatchObject({ field, isSentence: true });
});
