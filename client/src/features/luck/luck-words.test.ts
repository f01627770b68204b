import { expect, test } from 'vitest';
import type { LuckView } from '#shared/api/luck.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { closeWords, leftOutWords, outcomeWords, scaleOf, tooFewWords, verdictWords } from './luck-words.ts';

const outcome = {
  tickets: 30,
  net: fromWhole(386),
  expected: fromWhole(-45),
  error: fromWhole(300),
  isBeyondLuck: false,
};
const luck: LuckView = {
  leagues: 1,
  legs: 45,
  beat: 14,
  edge: -3.2,
  returned: 0,
  leftOut: { manual: 0, old: 0, moved: 0, missing: 0 },
  legsInNet: 40,
  outcome,
};

test('a net is within luck, beyond it, or of too few bets to tell', () => {
  expect(verdictWords(luck)).toBe('Within luck');
  expect(verdictWords({ ...luck, outcome: { ...outcome, isBeyondLuck: true } })).toBe('More than luck explains');
  const few = { ...luck, legs: 7, legsInNet: 7, outcome: null };
  expect([verdictWords(few), tooFewWords(few)]).toEqual([
    'Too few to tell',
    '7 of the 20 legs that it takes count so far.',
  ]);
  expect(tooFewWords({ ...few, legs: 1, legsInNet: 1 })).toBe('1 of the 20 legs that it takes counts so far.');
  expect(tooFewWords({ ...few, legs: 30 })).toBe(
    '7 of the 20 legs that it takes count so far. Pushes do not count, nor do legs of a parlay with a leg that is left out.',
  );
});

test('the net stands beside what the close expected, with what luck moves', () => {
  expect(outcomeWords(outcome)).toBe(
    'The net is 431 Ching above what the closing odds expected. Two times out of three, luck alone moves it by less than 300 Ching.',
  );
  expect(outcomeWords({ ...outcome, net: fromWhole(-100) })).toContain('The net is 55 Ching below what');
  expect(outcomeWords({ ...outcome, net: outcome.expected })).toContain('The net is just what');
});

test('the close says how many legs beat it and by how much', () => {
  expect(closeWords(luck)).toBe(
    '14 of 45 legs beat the close: on average the prices paid 3.2% less than the fair ones.',
  );
  expect(closeWords({ ...luck, edge: 1.5 })).toContain('paid 1.5% more than');
  expect(closeWords({ ...luck, legs: 1, beat: 0, edge: 0 })).toBe('0 of 1 leg beat the close.');
});

test('what is left out is counted by its reason', () => {
  expect(leftOutWords(luck)).toBeNull();
  expect(leftOutWords({ ...luck, returned: 1, leftOut: { manual: 3, old: 0, moved: 2, missing: 1 } })).toBe(
    "Left out: 2 legs at another line than the last, 3 legs whose last odds were an admin's, 1 leg without closing odds, 1 leg void.",
  );
});

test.each([386, -2_000, 5_000])('net, expectation and band all lie on the scale for a net of %i', (net) => {
  const scale = scaleOf({ ...outcome, net: fromWhole(net) });
  for (const at of Object.values(scale)) expect(at >= 0 && at <= 100).toBe(true);
  expect(scale.from < scale.expected && scale.expected < scale.to).toBe(true);
  expect(scale.net > scale.to).toBe(net > 555);
});
