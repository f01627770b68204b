/** Source: docs/decisions/old-odds-close.md. */
const longestSilenceMs = 10 * 60_000;

/**
 * The instant at which a feed's odds close unless another slate of it comes: ten minutes and two intervals of its slate
 * after the last one. A stale line is a line on which a player knows more than the house.
 *
 * at           the time of the last slate that the feed answered.
 * slateEveryMs the time between two slates, in milliseconds.
 */
export function oddsCloseAt(at: Date, slateEveryMs: number): Date {
  return new Date(at.getTime() + longestSilenceMs + 2 * slateEveryMs);
}

/** Whether odds are closed at `now`. Null for odds that never close by age: an admin's, and those of no feed. */
export function areOddsOld(closeAt: Date | null, now: Date): boolean {
  return closeAt !== null && closeAt <= now;
}

/** The notice on a game without odds, and the words of a refused bet on old ones. Source: docs/screens.md#game-card. */
export const noOddsWords = 'Waiting For Odds Makers';
