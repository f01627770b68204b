import { expect, test } from 'vitest';
import { isLocked, type Lockable } from './lock.ts';
import { gameStatuses } from './phase.ts';

const startsAt = new Date('2026-11-22T18:00:00Z');
const before = new Date('2026-11-22T17:59:59.999Z');
const open: Lockable = { status: 'scheduled', bettingLocked: false, startsAt, startKnown: true };

test('a scheduled game takes bets until the millisecond before its start', () => {
  expect(isLocked(open, before)).toBe(false);
});

test('a game is locked from its start on, even while the feed still calls it scheduled', () => {
  expect(isLocked(open, startsAt)).toBe(true);
  expect(isLocked(open, new Date('2026-11-22T18:00:00.001Z'))).toBe(true);
});

test.each(gameStatuses.filter((status) => status !== 'scheduled'))('a game that is %s takes no bets', (status) => {
  expect(isLocked({ ...open, status }, before)).toBe(true);
});

test('a game that is locked by hand takes no bets', () => {
  expect(isLocked({ ...open, bettingLocked: true }, before)).toBe(true);
});

test('a game whose start is to be announced takes no bets', () => {
  expect(isLocked({ ...open, startKnown: false }, before)).toBe(true);
});

test('a game whose start is no date at all takes no bets', () => {
  expect(isLocked({ ...open, startsAt: new Date('TBD') }, before)).toBe(true);
});
