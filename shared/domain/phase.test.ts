import { describe, expect, test } from 'vitest';
import { type BetPhase, betPhase, type GamePhase, type GameStatus, gamePhase, gameStatuses } from './phase.ts';

test.each<[GameStatus, GamePhase, BetPhase]>([
  ['scheduled', 'upcoming', 'pending'],
  ['postponed', 'upcoming', 'pending'],
  ['live', 'live', 'active'],
  ['suspended', 'live', 'active'],
  ['final', 'finished', 'complete'],
  ['canceled', 'finished', 'pending'],
])('a game that is %s is %s on the slate, and an open bet on it is %s', (status, game, bet) => {
  expect(gamePhase(status)).toBe(game);
  expect(betPhase(null, status)).toBe(bet);
});

describe('a settled bet', () => {
  test.each(['won', 'lost', 'push', 'void'] as const)('that is %s is complete whatever the game says', (grade) => {
    expect(gameStatuses.map((status) => betPhase(grade, status))).toEqual(gameStatuses.map(() => 'complete'));
  });
});
