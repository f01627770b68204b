import type { Grade } from './grade.ts';

/** A game's status on the wire. Source: docs/feeds.md#statuses. */
export const gameStatuses = ['scheduled', 'live', 'final', 'postponed', 'canceled', 'suspended'] as const;
export type GameStatus = (typeof gameStatuses)[number];

/** The group of a game on the slate. Source: docs/screens.md#game-card. */
export type GamePhase = 'upcoming' | 'live' | 'finished';

export function gamePhase(status: GameStatus): GamePhase {
  switch (status) {
    case 'live':
    case 'suspended':
      return 'live';
    case 'final':
    case 'canceled':
      return 'finished';
    case 'scheduled':
    case 'postponed':
      return 'upcoming';
  }
}

/**
 * The phase in which a bet is shown. A settled bet is complete whatever the game's status is. Source:
 * docs/screens.md#bets.
 */
export type BetPhase = 'complete' | 'active' | 'pending';

export function betPhase(grade: Grade | null, status: GameStatus): BetPhase {
  if (grade !== null || status === 'final') return 'complete';
  return status === 'live' || status === 'suspended' ? 'active' : 'pending';
}
