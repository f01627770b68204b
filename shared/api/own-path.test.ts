import { expect, test } from 'vitest';
import { pathAttacks } from '../testing/path-attacks.ts';
import { ownPath } from './own-path.ts';

const id = '0197f0a0-0000-7000-8000-000000000000';

test.each([
  '/',
  '/games',
  '/my-bets',
  '/my-bets?tab=won',
  `/my-bets#ticket-${id}`,
  '/how-to-play',
  `/league/${id}`,
  `/leaderboard?league=${id}`,
  '/league/',
  '/games?next=//evil.test', // only the query contains another host
  '/apis',
])('%s is a path of this site, and stays as it is', (path) => {
  expect(ownPath(path)).toBe(path);
  expect(new URL(path, 'https://ching.test').href).toBe(`https://ching.test${path}`);
});

test.each(pathAttacks)('%j is no path of this site', (attack) => {
  expect(ownPath(attack)).toBeNull();
});

test.each([null, undefined, 7, true, ['/games'], ['/games', '/my-bets'], { path: '/games' }])(
  '%j is no path of this site',
  (other) => {
    expect(ownPath(other)).toBeNull();
  },
);
