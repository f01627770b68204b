import { expect, test } from 'vitest';
import { bettingDay, startOfBettingDay } from './betting-day.ts';

test.each([
  ['2026-11-22T18:00:00Z', '2026-11-22'],
  ['2026-11-23T04:59:00Z', '2026-11-22'], // Sunday 11:59 PM
  ['2026-11-23T10:59:59Z', '2026-11-22'],
  ['2026-11-23T11:00:00Z', '2026-11-23'],
  ['2026-11-01T10:30:00Z', '2026-10-31'], // 05:30 on the night in which the clocks go back
  ['2026-11-01T11:00:00Z', '2026-11-01'],
  ['2026-07-04T09:59:00Z', '2026-07-03'], // daylight time
  ['2026-07-04T10:00:00Z', '2026-07-04'],
])('%s belongs to %s', (at, day) => {
  expect(bettingDay(new Date(at))).toBe(day);
});

test('a day begins with its own first instant', () => {
  for (const day of ['2026-07-04', '2026-11-01', '2026-03-08']) {
    const start = startOfBettingDay(day);
    expect(bettingDay(start)).toBe(day);
    expect(bettingDay(new Date(start.getTime() - 1))).not.toBe(day);
  }
});
