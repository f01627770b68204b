import { expect, test } from 'vitest';
import type { GameView } from '#shared/api/games.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { gameTitle, gameWords, isStarting, matchup, startWords, stateWords, teamsOf } from './game-title.ts';
import { legWords } from './leg-words.ts';

const game: GameView = { ...aGameView, awayTeamAbbr: 'KC', homeTeamAbbr: 'BUF', awayScore: 17, homeScore: 20 };

test.each(['live', 'suspended', 'final'] as const)('a game that is %s shows its score', (status) => {
  expect(matchup({ ...game, status })).toBe('KC 17 @ BUF 20');
});

test('a game to come, and one whose score has not come, show none', () => {
  expect(matchup({ ...game, status: 'scheduled', awayScore: 0, homeScore: 0 })).toBe('KC @ BUF');
  expect(matchup({ ...game, status: 'live', homeScore: null })).toBe('KC @ BUF');
});

test('a team without an abbreviation is the away or the home one', () => {
  const unnamed = { ...game, awayTeamAbbr: '', homeTeamAbbr: '' };
  expect(gameTitle(unnamed)).toBe('Away @ Home');
  expect(matchup({ ...unnamed, status: 'scheduled' })).toBe('Away @ Home');
  expect(matchup({ ...unnamed, status: 'live' })).toBe('Away 17 @ Home 20');
});

test('a start stands in Eastern time, and says when its time is still to be announced', () => {
  const before = new Date('2026-11-22T17:59:59Z');
  expect(startWords(game, before)).toBe('Today, 1:00 PM ET');
  expect(startWords({ ...game, timeKnown: false }, before)).toBe('Today, time TBA');
});

const college: GameView = {
  ...game,
  sport: 'CFB',
  awayTeamCity: 'Ole Miss',
  awayTeamName: 'Rebels',
  homeTeamCity: 'LSU',
  homeTeamName: 'Tigers',
};

test('a college team goes by its school, every other team by its own name', () => {
  expect(teamsOf(college)).toEqual({ away: 'Ole Miss', home: 'LSU' });
  expect(gameWords(college)).toBe('Ole Miss at LSU');
  expect(gameWords(game)).toBe('Chiefs at Bills');
  expect(teamsOf({ ...college, awayTeamCity: '' }).away).toBe('Rebels');
});

test('bets on a college team are named by its school', () => {
  expect(legWords(aBet({ game: college, betType: 'spread', line: -3.5 }))).toBe('Spread Ole Miss -3.5');
  expect(legWords(aBet({ game: college, betSide: 'home' }))).toBe('LSU ML');
});

test('a game past its start is starting until its feed says more, unless its start is not known', () => {
  const [before, start] = [new Date('2026-11-22T17:59:59Z'), new Date(game.gameTime)];
  expect(stateWords(game, before)).toBe('Today, 1:00 PM ET');
  expect(stateWords(game, start)).toBe('Starting');
  expect(isStarting({ ...game, timeKnown: false }, start)).toBe(false);
  expect(isStarting({ ...game, status: 'live' }, start)).toBe(false);
});

test.each([
  ['NFL', 'live', '3rd', '8:42', '3rd 8:42'],
  ['NFL', 'live', '2nd', 'Halftime', 'Halftime'],
  ['MLB', 'live', '8th', 'Bot 8th', 'Bot 8th'],
  ['NBA', 'live', null, null, 'Live'],
  ['NFL', 'final', '4th', 'Final', 'Final'],
  ['NFL', 'final', 'OT', 'Final/OT', 'Final/OT'],
  ['Hockey', 'final', '2OT', 'Final/SO', 'Final/SO'],
  ['MLB', 'final', '10th', 'Final/10', 'F/10'],
  ['Soccer', 'final', 'Extra time', 'AET', 'Final/AET'],
  ['NFL', 'postponed', null, null, 'Postponed'],
] as const)(
  'a game of the %s that is %s in period %s at %s is "%s"',
  (sport, status, quarter, timeRemaining, words) => {
    expect(stateWords({ ...game, sport, status, quarter, timeRemaining }, new Date(game.gameTime))).toBe(words);
  },
);
