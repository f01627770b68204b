import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mostPoints, raceMoments } from './race.ts';
import { weekNumbered, weekOf } from './week.ts';

const instants = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

test('a line has at most 200 points, and each week ends with a moment', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 190 * 7 * 24 }), (beganAt, hours) => {
      const until = new Date(beganAt.getTime() + hours * 3_600_000);
      const moments = raceMoments(beganAt, until);
      const times = moments.map((moment) => moment.getTime());
      expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
      expect(times.length + 2).toBeLessThanOrEqual(mostPoints);
      const { number, endsAt } = weekOf(until, beganAt);
      for (let week = 1; week <= number; week += 1)
        expect(times).toContain(weekNumbered(week, beganAt).endsAt.getTime());
      expect(times.at(-1)).toBe(endsAt.getTime());
    }),
    { numRuns: 15 },
  );
});

test('a league that began after the present, by a clock that was set back, has a week of moments', () => {
  expect(raceMoments(new Date('2026-11-18'), new Date('2026-11-10')).length).toBeGreaterThan(0);
});

test('a league of ten years has no more points', () => {
  const moments = raceMoments(new Date('2020-01-01'), new Date('2030-01-01'));
  expect(moments.length + 2).toBeLessThanOrEqual(mostPoints);
  expect(moments.length).toBeGreaterThan(mostPoints / 2);
});
