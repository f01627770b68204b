/**
 * What was stored this many milliseconds ahead of the database's clock, or more, was stored before that clock was set
 * back. Chosen: no poll takes longer.
 */
export const fromFutureMs = 60_000;

/** Whether an instant was stored before the database's clock, which says `now`, was set back. */
export function isFromFuture(instant: Date, now: Date): boolean {
  return instant.getTime() - now.getTime() >= fromFutureMs;
}
