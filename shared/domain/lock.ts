import type { GameStatus } from './phase.ts';

export type Lockable = {
  status: GameStatus;
  bettingLocked: boolean;
  startsAt: Date;
  /** False while the start is not announced yet; `startsAt` is then a placeholder. */
  startKnown: boolean;
  /**
   * Not null while a change that the feed has reported once (other teams, an earlier start) is neither confirmed nor
   * taken back. Left out on pages, where `bettingLocked` covers it.
   */
  proposedStart?: Date | null;
};

/**
 * Whether a game is closed to bets at `now`.
 *
 * A game stays locked after its start, whatever status the feed reports. Placing checks with the time at which the
 * database has read the game under its lock. Source: docs/decisions/lock-at-the-start.md.
 */
export function isLocked(game: Lockable, now: Date): boolean {
  const hasStarted = !(now.getTime() < game.startsAt.getTime()); // written so that an invalid Date counts as started
  const isInDoubt = game.proposedStart !== undefined && game.proposedStart !== null;
  return game.status !== 'scheduled' || game.bettingLocked || isInDoubt || !game.startKnown || hasStarted;
}

/** The words on a locked game's card and of a refused bet. Source: docs/screens.md#game-card. */
export function lockWords(status: GameStatus): string {
  if (status === 'live') return 'Betting locked - Game in progress';
  return status === 'final' ? 'Game finished' : 'Betting locked';
}
