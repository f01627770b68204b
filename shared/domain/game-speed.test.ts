import { expect, test } from 'vitest';
import { showHours, speedOf } from './game-speed.ts';

test.each([
  ['season:nfl-60-1-123', 60],
  ['demo:ucl-3600-77-4x', 3_600],
  ['season:mlb-60-1--9', 60],
  ['season:mlb-1-1-9', 1],
  ['espn:401547403', 1],
  ['espn:nfl-60-1-123', 1],
  ['season:nfl-60', 1],
])('%s is played %i times as fast as a real game', (id, speed) => {
  expect(speedOf(id)).toBe(speed);
});

test('a length of the house rules is one of the season for a game that is played faster than real ones', () => {
  expect([showHours(72, 'espn:1'), showHours(72, 'season:nfl-60-1-123')]).toEqual([
    '72 hours',
    '72 hours of the season',
  ]);
});
