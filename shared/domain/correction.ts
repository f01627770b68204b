const hourMs = 3_600_000;
const minuteMs = 60_000;

/** How long after its first result a game may be corrected, whoever does it. Source: docs/house-rules.md#corrections. */
export const correctionHours = 72;
/** Polls in a row that must agree on a correction, and over how long at least. Source: docs/house-rules.md#corrections. */
export const correctingPolls = 3;
export const correctingMinutes = 10;

/** What a game came to, in the scores that bets are graded on; they are null in a void one. */
export type Outcome = { isVoid: boolean; home: number | null; away: number | null };

/** The last instant at which a game may be corrected that got its first result at `first`. */
export function correctableUntil(first: Date, speed: number): Date {
  return new Date(first.getTime() + (correctionHours * hourMs) / speed);
}

/**
 * Whether a correction by the feed has been repeated often and long enough.
 *
 * polls    how many in a row agreed on it, from `since` until `at`.
 * minutes  in place of the house rule's ten, for tools that cannot wait.
 */
export function isConfirmed(
  { polls, since, at }: { polls: number; since: Date; at: Date },
  speed: number,
  minutes = correctingMinutes,
): boolean {
  return polls >= correctingPolls && at.getTime() - since.getTime() >= (minutes * minuteMs) / speed;
}

/** Whether only an admin may accept a correction: it takes points from both teams, or calls off a game that was played. */
export function needsAdmin(before: Outcome, after: Outcome): boolean {
  if (before.isVoid) return false;
  return after.isVoid || (isBelow(after.home, before.home) && isBelow(after.away, before.away));
}

function isBelow(after: number | null, before: number | null): boolean {
  return after !== null && before !== null && after < before;
}
