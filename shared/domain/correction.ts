/** A game's result: the scores that bets are graded on, null when the game is void. */
export type Outcome = { isVoid: boolean; home: number | null; away: number | null };

/**
 * Whether a correction needs an admin: it takes points from both teams, or voids a game that was played.
 * Source: docs/house-rules.md#corrections.
 */
export function needsAdmin(before: Outcome, after: Outcome): boolean {
  if (before.isVoid) return false;
  return after.isVoid || (isBelow(after.home, before.home) && isBelow(after.away, before.away));
}

function isBelow(after: number | null, before: number | null): boolean {
  return after !== null && before !== null && after < before;
}
