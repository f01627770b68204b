import type { Grade } from './grade.ts';

/** A game's status on the wire. Source: design 5. */
export const gameStatuses = ['scheduled', 'live', 'final', 'postponed', 'canceled', 'suspended'] as const;
export type GameStatus = (typeof gameStatuses)[number];

/** Where a game stands on the slate. Source: spec §4, "Game phase on the slate". */
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

/** Where a bet is shown: settled bets are complete whatever the game says. Source: spec §4, "Bet display phase". */
export type BetPhase = 'complete' | 'active' | 'pending';

export function betPhase(grade: Grade | null, status: GameStatus): BetPhase {
  if (grade !== null || status === 'final') return 'complete';
  return status === 'live' || status === 'suspended' ? 'active' : 'pending';
}
