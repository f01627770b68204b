import { expect, test } from 'vitest';
import type { GameView } from '#shared/api/games.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { gameTitle, matchup, startWords } from './game-title.ts';

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
