import { expect, test } from 'vitest';
import { isToday, timeWords } from './notice-time.ts';

const now = new Date('2026-11-27T20:00:00Z'); // a Friday, 3 PM Eastern

test.each([
  ['2026-11-27T20:00:30Z', 'now'], // the clocks differ a little
  ['2026-11-27T19:59:01Z', 'now'],
  ['2026-11-27T19:48:00Z', '12 min'],
  ['2026-11-27T17:00:00Z', '3 h'],
  ['2026-11-26T20:01:00Z', '23 h'],
  ['2026-11-26T20:00:00Z', 'Thu'],
  ['2026-11-22T02:00:00Z', 'Sat'], // Saturday evening, Eastern
  ['2026-11-21T20:00:00Z', 'Nov 21'],
])('%s is "%s"', (at, words) => {
  expect(timeWords(new Date(at), now)).toBe(words);
});

test('today is the Eastern day', () => {
  expect(['2026-11-27T05:00:00Z', '2026-11-27T04:59:59Z'].map((at) => isToday(new Date(at), now))).toEqual([
    true,
    false,
  ]);
});
