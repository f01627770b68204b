import { expect, test } from 'vitest';
import type { Title } from '#shared/api/groups.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { forfeitWords, progressWords, stepWords } from './title-words.ts';

const thisWeek = { isCounted: true, isActive: false, missing: fromWhole(60), endsAt: '2026-11-24T11:00:00.000Z' };
const title: Title = {
  activeWeeks: 9,
  countedWeeks: 12,
  neededWeeks: 9,
  spareWeeks: 1,
  isGuest: false,
  isRescued: false,
  mayBeRescued: false,
  thisWeek,
};

test.each([
  [{}, '9 of 12 weeks, 1 to spare'],
  [{ spareWeeks: 0 }, '9 of 12 weeks, none to spare'],
  [{ spareWeeks: -1 }, '9 of 12 weeks, too few for the title'],
  [{ spareWeeks: null }, '9 of 12 weeks so far'],
  [{ activeWeeks: 1, countedWeeks: 1, spareWeeks: 4 }, '1 of 1 week, 4 to spare'],
  [{ activeWeeks: 0, countedWeeks: 0, spareWeeks: 4 }, 'No week counts yet'],
] as const)('%o reads as a count of weeks', (part, words) => {
  expect(progressWords({ ...title, ...part })).toBe(words);
});

test('the next step is an amount and a time, in summer as in winter', () => {
  expect(stepWords(thisWeek)).toBe('Bet 60 more by Tuesday 6 AM ET to count this week.');
  const summer = { ...thisWeek, missing: fromWhole(1), endsAt: '2026-07-21T10:00:00.000Z' };
  expect(stepWords(summer)).toBe('Bet 1 more by Tuesday 6 AM ET to count this week.');
});

test('the last week ends with the league', () => {
  const last = { ...thisWeek, isCounted: false, missing: fromWhole(1_000), endsAt: '2027-01-01T04:59:00.000Z' };
  expect(stepWords(last)).toBe('Bet 1,000 more by Thursday 11:59 PM ET to count this week, if a game starts in it.');
});

test('an active week asks for nothing more', () => {
  const active = { ...thisWeek, isActive: true, missing: fromWhole(0) };
  expect(stepWords(active)).toBe('This week counts.');
  expect(stepWords({ ...active, isCounted: false })).toBe('This week counts once a game has started in it.');
});

test('who has no claim to the title is told why', () => {
  expect(forfeitWords(title)).toBeNull();
  expect(forfeitWords({ isGuest: true, isRescued: false })).toContain('as a guest');
  expect(forfeitWords({ isGuest: true, isRescued: true })).toContain('You took the rescue');
});
