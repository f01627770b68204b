import { expect, test } from 'vitest';
import { claimWords, missedWords } from './claim-words.ts';

const nobody = { isGuest: false, isRescued: false, title: null };
const weeks = { isEligible: true, activeWeeks: 9, countedWeeks: 12 };

test.each([
  [{}, ''],
  [{ isGuest: true }, 'Guest'],
  [{ isGuest: true, isRescued: true }, 'Guest, Rescued'],
  [{ title: weeks }, '9 of 12 weeks, eligible'],
  [{ title: { ...weeks, isEligible: false, activeWeeks: 1 } }, '1 of 12 weeks, not eligible'],
  [{ isRescued: true, title: { ...weeks, isEligible: false } }, 'Rescued, 9 of 12 weeks, not eligible'],
  [{ title: { isEligible: true, activeWeeks: 0, countedWeeks: 0 } }, 'eligible'],
] as const)('a row of %o says what it means for the title', (part, words) => {
  expect(claimWords({ ...nobody, ...part })).toBe(words);
});

test('who was passed over has one reason, the rescue before the weeks', () => {
  const title = { isEligible: false, activeWeeks: 5, countedWeeks: 12 };
  expect(missedWords({ ...nobody, title })).toBe('was active in 5 of 12 weeks');
  expect(missedWords({ ...nobody, isRescued: true, title })).toBe('took the rescue');
  expect(missedWords({ ...nobody, isGuest: true, title })).toBe('played as a guest');
});
