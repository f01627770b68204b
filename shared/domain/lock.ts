import type { GameStatus } from './phase.ts';

export type Lockable = {
  status: GameStatus;
  bettingLocked: boolean;
  startsAt: Date;
  /** False while the kick-off is still to be announced and `startsAt` only holds its place. */
  startKnown: boolean;
  /**
   * Set while the feed has once given other teams or an earlier start and not repeated or taken them back. Left out on a
   * page, whose `bettingLocked` includes it.
   */
  proposedStart?: Date | null;
};

/**
 * Whether a game takes no bets at `now`.
 *
 * Once the start has passed it stays locked whatever the feed says. Placing asks the database clock the same question
 * in SQL after the member is held. Source: design D9.
 */
export function isLocked(game: Lockable, now: Date): boolean {
  const hasStarted = !(now.getTime() < game.startsAt.getTime()); // also when either is no date at all
  const isInDoubt = game.proposedStart !== undefined && game.proposedStart !== null;
  return game.status !== 'scheduled' || game.bettingLocked || isInDoubt || !game.startKnown || hasStarted;
}

/** What a locked game's card and a refused bet say. Source: spec §2, "Game card". */
export function lockWords(status: GameStatus): string {
  if (status === 'live') return 'Betting locked - Game in progress';
  return status === 'final' ? 'Game finished' : 'Betting locked';
}
