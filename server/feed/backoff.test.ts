import { expect, test } from 'vitest';
import { waitMs } from './backoff.ts';

const second = 1_000;
const minute = 60 * second;

test('the wait doubles from the interval of the polls up to ten minutes', () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 7, 100, 1e9].map((failures) => waitMs(30 * second, failures, 0) / second);
  expect(waits).toEqual([0, 30, 60, 120, 240, 480, 600, 600, 600, 600]);
});

test('jitter takes up to a quarter off and never adds', () => {
  expect([0, 0.5, 1].map((random) => waitMs(30 * second, 3, random) / second)).toEqual([120, 105, 90]);
});

test('the wait is at least the Retry-After, up to an hour', () => {
  expect(waitMs(30 * second, 1, 0, 5 * minute)).toBe(5 * minute);
  expect(waitMs(30 * second, 6, 0, 5 * minute)).toBe(10 * minute);
  expect(waitMs(30 * second, 0, 0, 5 * minute)).toBe(5 * minute);
  expect(waitMs(30 * second, 1, 0, 24 * 60 * minute)).toBe(60 * minute);
});
