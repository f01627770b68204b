import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMinute, anyStatus } from '#shared/testing/arbitraries.ts';
import { isLocked } from './lock.ts';

const games = fc.record({
  status: anyStatus,
  bettingLocked: fc.boolean(),
  startsAt: anyMinute,
  startKnown: fc.boolean(),
});

test('a lock never reopens as now grows', () => {
  fc.assert(
    fc.property(games, anyMinute, fc.nat(), (game, now, later) => {
      if (isLocked(game, now)) expect(isLocked(game, new Date(now.getTime() + later))).toBe(true);
    }),
  );
});

test('an open game is open exactly until its start', () => {
  fc.assert(
    fc.property(anyMinute, fc.nat(), (startsAt, gap) => {
      const game = { status: 'scheduled', bettingLocked: false, startsAt, startKnown: true } as const;
      expect(isLocked(game, new Date(startsAt.getTime() - 1 - gap))).toBe(false);
      expect(isLocked(game, new Date(startsAt.getTime() + gap))).toBe(true);
    }),
  );
});
