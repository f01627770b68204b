import { expect, test } from 'vitest';
import { leagueStates } from '#shared/api/groups.ts';
import { endWords, sportsWords } from './league-words.ts';

const endDate = '2027-01-01T04:59:00.000Z';

test('a league ends while it is open, and has ended in every other state', () => {
  expect(leagueStates.map((state) => endWords({ state, endDate }))).toEqual([
    'Ends Dec 31, 2026, 11:59 PM ET',
    ...Array(leagueStates.length - 1).fill('Ended Dec 31, 2026, 11:59 PM ET'),
  ]);
  expect(endWords({ state: 'open', endDate: null })).toBe('No end date');
});

test('a league of one sport says its name', () => {
  expect([sportsWords('ALL'), sportsWords('Hockey')]).toEqual(['All sports', 'Hockey']);
});
