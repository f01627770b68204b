import fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditsNow, hourMs, nextMonth, nextPullAt } from './odds-budget.ts';

const roundCost = 17;
const at = (text: string) => new Date(text);

test('a free plan is spread to about a pull a day', () => {
  const next = nextPullAt(at('2026-09-01T00:00:00Z'), 500, roundCost);
  expect(next.getTime() - at('2026-09-02T00:00:00Z').getTime()).toBeLessThan(hourMs);
  expect(next >= at('2026-09-01T23:00:00Z')).toBe(true);
});

test('a large plan is not used more than once an hour', () => {
  expect(nextPullAt(at('2026-09-01T00:00:00Z'), 100_000, roundCost)).toEqual(at('2026-09-01T01:00:00Z'));
});

test('without credits the next pull is in the next month', () => {
  expect(nextPullAt(at('2026-09-20T00:00:00Z'), 0, roundCost)).toEqual(at('2026-10-01T00:00:00Z'));
});

test('a new month begins in the new year after December', () => {
  expect(nextMonth(at('2026-12-31T23:59:59Z'))).toEqual(at('2027-01-01T00:00:00Z'));
});

test('remaining credits count in their month only', () => {
  const known = { remaining: 3, at: at('2026-09-30T12:00:00Z') };
  expect(creditsNow(known, at('2026-09-30T23:59:59Z'))).toBe(3);
  expect(creditsNow(known, at('2026-10-01T00:00:00Z'))).toBe(500);
  expect(creditsNow(null, at('2026-09-01T00:00:00Z'))).toBe(500);
});

test('pulls at their due times never overdraw a month, and never wait past its end', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.nat(30 * 24), (credits, hour) => {
      const start = at('2026-09-01T00:00:00Z').getTime() + hour * hourMs;
      const end = at('2026-10-01T00:00:00Z').getTime();
      let [now, left] = [start, credits];
      while (now < end && left >= roundCost) {
        left -= roundCost;
        const next = nextPullAt(new Date(now), left, roundCost).getTime();
        expect(next - now).toBeGreaterThanOrEqual(hourMs);
        expect(next).toBeLessThanOrEqual(Math.max(end, now + hourMs));
        now = next;
      }
      expect(left).toBeGreaterThanOrEqual(0);
      // Credits are left over only if there were more than a pull an hour could spend, or fewer than two pulls cost.
      if (left >= 2 * roundCost) expect(credits / roundCost).toBeGreaterThan((end - start) / hourMs / 2);
    }),
  );
});
