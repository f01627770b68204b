import { expect, test } from 'vitest';
import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import { slateCalls } from './games.ts';

test('each sport has the path of the specification', () => {
  expect(sports.map((sport) => slateCalls[sport].games.path)).toEqual([
    '/api/games/week/:week{/:season}',
    '/api/games/mlb',
    '/api/games/soccer',
    '/api/games/cfb/week/:week{/:season}',
    '/api/games/nba',
    '/api/games/nhl',
  ]);
});

test('a sport has the call for the current week if its slate is a week', () => {
  const withWeek = sports.filter((sport) => 'currentWeek' in slateCalls[sport]);
  expect(withWeek).toEqual(sports.filter(playsInWeeks));
  // @ts-expect-error: the slate of the MLB is a day
  expect(slateCalls.MLB.currentWeek).toBeUndefined();
});
