import { expect, test } from 'vitest';
import { startingBalance, toWire } from '#shared/domain/money.ts';
import { leaderboard } from './groups.ts';

const entry = {
  user: { id: '0197f0a0-0000-7000-8000-000000000001', firstName: 'Ann', email: null },
  displayName: null,
  rank: 1,
  wins: 0,
  losses: 0,
  totalBets: 0,
  balance: '990.91',
  profit: '-9.09',
};

test('a leaderboard entry without a balance has the starting balance', () => {
  const { balance, ...without } = entry;
  const [some, missing, none] = leaderboard.reply.parse([entry, without, { ...entry, balance: null }]);
  expect(some && toWire(some.balance)).toBe(balance);
  expect([missing?.balance, none?.balance]).toEqual([startingBalance, startingBalance]);
});
