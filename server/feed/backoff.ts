/** The longest that a sport is left alone after failures. Source: hardening E2. */
const longestMs = 10 * 60_000;
/** Ours: a provider that asks for longer is asked again all the same, lest a slip of its own silence a sport for days. */
const longestAskedMs = 60 * 60_000;

/**
 * How long after its start the next poll may follow, in milliseconds, once `failures` polls in a row brought nothing: the
 * poll's own pace after the first, twice that after each further one, up to ten minutes; 0 after none.
 *
 * random        from 0 to 1, takes up to a quarter off, so that many workers do not come back in the same moment.
 * retryAfterMs  what the provider asked for, which is never undercut; null when it did not ask.
 */
export function waitMs(pollMs: number, failures: number, random: number, retryAfterMs: number | null = null): number {
  const steps = Math.min(failures, 32) - 1; // past any limit, and still a whole number
  const backoffMs = failures === 0 ? 0 : Math.min(pollMs * 2 ** steps, longestMs) * (1 - random / 4);
  return Math.max(backoffMs, Math.min(retryAfterMs ?? 0, longestAskedMs));
}
