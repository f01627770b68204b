/** The longest wait after failures. Source: `docs/decisions/polls-and-slates.md`. */
const longestMs = 10 * 60_000;
/** The longest Retry-After that is obeyed. Chosen: a provider's mistake must not stop the polls of a sport for days. */
const longestAskedMs = 60 * 60_000;

/**
 * Exponential backoff: the wait from the start of one poll to the next, in milliseconds, after `failures` failed polls
 * in a row. It is `pollMs` after the first failure, doubles with each further one up to ten minutes, and is 0 after
 * none.
 *
 * random        from 0 to 1; takes off up to a quarter, so that many workers do not retry at the same moment.
 * retryAfterMs  the provider's Retry-After: the wait is at least that, up to an hour. Null without one.
 */
export function waitMs(pollMs: number, failures: number, random: number, retryAfterMs: number | null = null): number {
  const steps = Math.min(failures, 32) - 1; // 2 ** 31 is beyond any limit, and still exact
  const backoffMs = failures === 0 ? 0 : Math.min(pollMs * 2 ** steps, longestMs) * (1 - random / 4);
  return Math.max(backoffMs, Math.min(retryAfterMs ?? 0, longestAskedMs));
}
