import { isFromFuture } from '#shared/domain/from-future.ts';

export const hourMs = 3_600_000;

/** Credits left on the account, and when the provider said so. */
export type Credits = { remaining: number; at: Date };

/**
 * Credits of the free plan: assumed until an answer says more, and again in a new month. Source:
 * `docs/feeds.md#the-odds-api`.
 */
const freePlan = 500;

/** Credits that can be assumed now. A figure of an earlier month, or of one that is still to come, does not count. */
export function creditsNow(known: Credits | null, now: Date): number {
  return known && nextMonth(known.at) > now && !isFromFuture(known.at, now) ? known.remaining : freePlan;
}

/**
 * The earliest next pull of one sport. The remaining credits are spread evenly over the rest of the month, with at
 * least an hour between two pulls. Only that hour may reach into the next month, which brings new credits.
 *
 * pulledAt    when a pull of the sport last brought an answer.
 * roundCost   credits that one pull of every sport costs.
 */
export function nextPullAt(pulledAt: Date, remaining: number, roundCost: number): Date {
  const from = pulledAt.getTime();
  const end = nextMonth(pulledAt).getTime();
  const rounds = remaining / roundCost;
  // One wait before each round, and one from the last round to the end of the month.
  return new Date(Math.max(from + hourMs, from + (end - from) / (rounds + 1)));
}

/** The first instant of the next month in UTC, when the credits are renewed. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
