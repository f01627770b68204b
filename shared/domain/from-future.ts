/**
 * A stored instant that is at least this many milliseconds ahead of the database's clock was stored before that clock
 * was set back. Chosen: no poll takes longer.
 */
export const fromFutureMs = 60_000;

/** Whether an instant was stored before the database's clock was set back. `now` is that clock's present time. */
export function isFromFuture(instant: Date, now: Date): boolean {
  return instant.getTime() - now.getTime() >= fromFutureMs;
}
