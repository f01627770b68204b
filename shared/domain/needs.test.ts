import { expect, test } from 'vitest';
import type { GradableLeg } from './leg.ts';
import { needWords, progressWords, type ScoredGame } from './needs.ts';
import type { Sport } from './sport.ts';

const running: ScoredGame = {
  sport: 'NFL',
  status: 'live',
  quarter: '2nd',
  timeRemaining: '8:42',
  countedHome: null,
  countedAway: null,
  halfInnings: null,
};

type Row = [Sport, GradableLeg['market'], GradableLeg['side'], number | null, home: number, away: number, string];

const on = ([sport, market, side, line, countedHome, countedAway]: Row, more: Partial<ScoredGame> = {}) =>
  needWords({ market, side, line }, { ...running, sport, countedHome, countedAway, ...more });

test.each<Row>([
  ['NFL', 'spread', 'home', -2.5, 20, 17, 'Ahead by 3, covers by 0.5'],
  ['NFL', 'spread', 'away', 3.5, 14, 14, 'Tied, covers by 3.5'],
  ['NFL', 'spread', 'away', 3.5, 17, 14, 'Behind by 3, covers by 0.5'],
  ['NFL', 'spread', 'home', -3, 20, 17, 'Ahead by 3, pushes as it stands'],
  ['NFL', 'spread', 'home', -3.5, 14, 14, 'Tied, needs 4 more'],
  ['NFL', 'spread', 'home', -3, 15, 14, 'Ahead by 1, needs 3 more, 2 for a push'],
  ['NBA', 'spread', 'away', 1.5, 62, 60, 'Behind by 2, one point away'],
  ['Hockey', 'spread', 'home', -1.5, 2, 1, 'Ahead by 1, one goal away'],
  ['MLB', 'spread', 'home', 0, 4, 1, 'Ahead by 3, covers by 3'],
  ['MLB', 'spread', 'home', 0, 4, 4, 'Tied, one run away'],
  ['MLB', 'spread', 'home', 0, 3, 4, 'Behind by 1, needs 2 more'],
  ['NFL', 'spread', 'home', 0, 14, 14, 'Tied, pushes as it stands'],
  ['NFL', 'spread', 'home', 0, 11, 14, 'Behind by 3, needs 4 more, 3 for a push'],
  ['NBA', 'moneyline', 'home', null, 62, 60, 'Ahead by 2'],
  ['NBA', 'moneyline', 'away', null, 62, 60, 'Behind by 2, needs 3 more'],
  ['NFL', 'moneyline', 'away', null, 14, 14, 'Tied, pushes as it stands'],
  ['MLB', 'moneyline', 'away', null, 3, 3, 'Tied, one run away'],
  ['Soccer', 'moneyline', 'home', null, 1, 1, 'Level, one goal away'],
  ['Soccer', 'moneyline', 'home', null, 2, 0, 'Ahead by 2'],
  ['Soccer', 'moneyline', 'away', null, 1, 0, 'Behind by 1, needs 2 more'],
  ['Soccer', 'moneyline', 'draw', null, 1, 1, 'Level, wins as it stands'],
  ['Soccer', 'moneyline', 'draw', null, 0, 1, 'One goal away'],
  ['Soccer', 'moneyline', 'draw', null, 2, 0, '2 goals away'],
  ['NFL', 'total', 'over', 45.5, 21, 17, '38 so far, needs 8 more'],
  ['NFL', 'total', 'over', 45, 21, 17, '38 so far, needs 8 more, 7 for a push'],
  ['NFL', 'total', 'over', 45, 21, 14, '35 so far, needs 11 more'],
  ['NFL', 'total', 'over', 45.5, 24, 21, '45 so far, one point away'],
  ['NFL', 'total', 'over', 45, 24, 21, '45 so far, pushes as it stands'],
  ['NFL', 'total', 'over', 45, 27, 20, '47 so far, over by 2'],
  ['NFL', 'total', 'under', 44.5, 21, 20, '41 so far, 3 points of room'],
  ['MLB', 'total', 'under', 8, 4, 2, '6 so far, 1 run of room'],
  ['MLB', 'total', 'under', 8, 4, 3, '7 so far, one more run pushes'],
  ['Hockey', 'total', 'under', 6.5, 4, 2, '6 so far, one more goal loses'],
  ['MLB', 'total', 'under', 8, 4, 4, '8 so far, pushes as it stands'],
  ['MLB', 'total', 'under', 8, 6, 4, '10 so far, over by 2'],
])('%s: %s of %s at %s with %i to %i: %s', (...row) => {
  expect(on(row)).toBe(row[6]);
  expect(on(row, { status: 'suspended' })).toBe(row[6]);
});

test.each<Row>([
  ['NFL', 'spread', 'home', -2.5, 20, 17, 'Won by 3, covers by 0.5'],
  ['NFL', 'spread', 'home', -6.5, 20, 17, 'Won by 3, short by 3.5'],
  ['NFL', 'spread', 'away', 3, 20, 17, 'Lost by 3, a push'],
  ['NFL', 'spread', 'away', 3, 17, 17, 'Tied, covers by 3'],
  ['NFL', 'moneyline', 'home', null, 17, 17, 'Tied, a push'],
  ['NBA', 'moneyline', 'home', null, 99, 101, 'Lost by 2'],
  ['Soccer', 'moneyline', 'home', null, 1, 1, 'Level after 90 minutes'],
  ['Soccer', 'moneyline', 'away', null, 1, 0, 'Behind by 1 after 90 minutes'],
  ['Soccer', 'moneyline', 'draw', null, 1, 1, 'Level after 90 minutes'],
  ['Soccer', 'moneyline', 'draw', null, 1, 0, 'One goal apart after 90 minutes'],
  ['Soccer', 'moneyline', 'draw', null, 3, 0, '3 goals apart after 90 minutes'],
  ['NFL', 'total', 'over', 44.5, 21, 24, '45 in all, over by 0.5'],
  ['NFL', 'total', 'under', 44.5, 21, 20, '41 in all, under by 3.5'],
  ['NFL', 'total', 'under', 44, 24, 20, '44 in all, a push'],
])('final, %s: %s of %s at %s with %i to %i: %s', (...row) => {
  expect(on(row, { status: 'final' })).toBe(row[6]);
});

test('once extra time runs, soccer is spoken of as played', () => {
  const level: Row = ['Soccer', 'moneyline', 'home', null, 1, 1, 'Level after 90 minutes'];
  expect(on(level, { quarter: 'Extra time', timeRemaining: "104'" })).toBe(level[6]);
});

test('baseball called too early for a bet is a push, of which a running game says nothing', () => {
  const ahead: Row = ['MLB', 'spread', 'home', -1.5, 4, 1, 'Ahead by 3, covers by 1.5'];
  expect(on(ahead, { halfInnings: 11 })).toBe(ahead[6]);
  expect(on(ahead, { status: 'final', halfInnings: 11 })).toBe('Called early, a push');
  expect(on(ahead, { status: 'final', halfInnings: 17 })).toBe('Won by 3, covers by 1.5');
});

test.each(['scheduled', 'postponed', 'canceled'] as const)('a game that is %s says nothing', (status) => {
  expect(on(['NFL', 'moneyline', 'home', null, 3, 0, ''], { status })).toBeNull();
});

test('without a score nothing is said', () => {
  const leg = { market: 'moneyline', side: 'home', line: null } as const;
  expect(needWords(leg, { ...running, countedHome: 3 })).toBeNull();
  expect(needWords(leg, { ...running, status: 'final', countedAway: 3 })).toBeNull();
});

test('a parlay says how many of its legs are in, pushed and to go', () => {
  expect(progressWords(['won', 'won', null, null])).toBe('2 of 4 in, 2 to go');
  expect(progressWords([null, null])).toBe('0 of 2 in, 2 to go');
  expect(progressWords(['won', 'push', 'void', null])).toBe('1 of 4 in, 2 pushed, 1 to go');
});
