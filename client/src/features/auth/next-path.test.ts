import { expect, test } from 'vitest';
import { pathAttacks } from '#shared/testing/path-attacks.ts';
import { loginPath, newAccountPath, nextPath, withNext } from './next-path.ts';

const player = { isAdmin: false };
const admin = { isAdmin: true };

test('signing in leads to the path that the visitor came from', () => {
  for (const user of [player, admin]) {
    expect(nextPath('?next=%2Fleaderboard%3Fleague%3D1', user)).toBe('/leaderboard?league=1');
  }
});

test('signing in without a next path leads to the slate, an admin to the odds', () => {
  expect(nextPath('', player)).toBe('/');
  expect(nextPath('', admin)).toBe('/admin-odds');
});

test.each(pathAttacks)('a next path of %j is ignored', (next) => {
  expect(nextPath(`?next=${encodeURIComponent(next)}`, player)).toBe('/');
  expect(nextPath(`?next=${encodeURIComponent(next)}`, admin)).toBe('/admin-odds');
});

test('a path carries the one to open after signing in', () => {
  expect(withNext('/', '/join/K7Q2MX')).toBe('/?next=%2Fjoin%2FK7Q2MX');
  expect(withNext('/forgot-password', null)).toBe('/forgot-password');
  const invited = newAccountPath('/join/K7Q2MX');
  expect(invited).toBe('/?next=%2Fjoin%2FK7Q2MX&account=new');
  expect(nextPath(invited.slice(1), player)).toBe('/join/K7Q2MX');
});

test('the login entry carries the present path, query and anchor', () => {
  history.replaceState(null, '', '/my-bets?tab=won#ticket-1');
  expect(loginPath()).toBe('/api/login?next=%2Fmy-bets%3Ftab%3Dwon%23ticket-1');
  expect(nextPath('?next=%2Fmy-bets%3Ftab%3Dwon%23ticket-1', player)).toBe('/my-bets?tab=won#ticket-1');
});
