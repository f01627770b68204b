/** What a game came to, in the scores that bets are graded on; they are null in a void one. */
export type Outcome = { isVoid: boolean; home: number | null; away: number | null };

/** Whether only an admin may accept a correction: it takes points from both teams, or voids a game that was played. */
export function needsAdmin(before: Outcome, after: Outcome): boolean {
  if (before.isVoid) return false;
  return after.isVoid || (isBelow(after.home, before.home) && isBelow(after.away, before.away));
}

function isBelow(after: number | null, before: number | null): boolean {
  return after !== null && before !== null && after < before;
}
