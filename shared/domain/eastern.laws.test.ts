import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMinute } from '#shared/testing/arbitraries.ts';
import {
  addDays,
  defaultEndDate,
  defaultJoinDeadline,
  easternDay,
  instantOf,
  startOfDay,
  wallTime,
} from './eastern.ts';

const hour = 3_600_000;

/** Any minute within ten hours of the two clock changes of 2026, or any minute of the century. */
const around = (instant: number) => fc.integer({ min: -600, max: 600 }).map((at) => new Date(instant + at * 60_000));
const instants = fc.oneof(around(Date.UTC(2026, 2, 8, 7)), around(Date.UTC(2026, 10, 1, 6)), anyMinute);

test('an instant comes back from its wall time, but for the second of two equal hours, which is read as the first', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const earlier = new Date(instant.getTime() - hour);
      const comesTwice = wallTime(earlier) === wallTime(instant);
      expect(instantOf(wallTime(instant))).toEqual(comesTwice ? earlier : instant);
    }),
  );
});

test('New York is four or five hours behind UTC', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const behind = instant.getTime() - Date.parse(`${wallTime(instant)}Z`);
      expect([4 * hour, 5 * hour]).toContain(behind);
    }),
  );
});

test('an instant falls on the day that has begun and whose next one has not', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const day = easternDay(instant);
      expect(startOfDay(day).getTime()).toBeLessThanOrEqual(instant.getTime());
      expect(startOfDay(addDays(day, 1)).getTime()).toBeGreaterThan(instant.getTime());
    }),
  );
});

test('days added are days taken away again', () => {
  fc.assert(
    fc.property(anyMinute, fc.integer({ min: -4_000, max: 4_000 }), (instant, count) => {
      const day = easternDay(instant);
      expect(addDays(addDays(day, count), -count)).toBe(day);
    }),
  );
});

test('the defaults of a new league are always accepted: now, then the deadline, then the end', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const deadline = instantOf(defaultJoinDeadline(now))?.getTime() ?? Number.NaN;
      const end = instantOf(defaultEndDate(now))?.getTime() ?? Number.NaN;
      expect(deadline).toBeGreaterThan(now.getTime());
      expect(end).toBeGreaterThan(deadline + 24 * hour);
    }),
  );
});
