import { isFromFuture } from '#shared/domain/from-future.ts';

export const hourMs = 3_600_000;

/** Credits left on the account, as the provider said at an instant. */
export type Credits = { remaining: number; at: Date };

/** What the account is taken to have until it says so, and again in a new month: the free plan. Source: feeds B. */
const freePlan = 500;

/** Credits that may be counted on now. What was left of an earlier month says nothing, nor of one that is still to come. */
export function creditsNow(known: Credits | null, now: Date): number {
  return known && nextMonth(known.at) > now && !isFromFuture(known.at, now) ? known.remaining : freePlan;
}

/**
 * The earliest next pull of one sport: what is left is spread evenly over the rest of the month, and there is at least an
 * hour between two pulls. Past the end of the month only by that hour: it brings new credits.
 *
 * pulledAt    when a pull of the sport last brought an answer.
 * roundCost   credits that one pull of every sport costs.
 */
export function nextPullAt(pulledAt: Date, remaining: number, roundCost: number): Date {
  const from = pulledAt.getTime();
  const end = nextMonth(pulledAt).getTime();
  const rounds = remaining / roundCost;
  // As many waits as there are rounds, and the one after the last ends with the month.
  return new Date(Math.max(from + hourMs, from + (end - from) / (rounds + 1)));
}

/** The first instant of the next month, when credits are new. UTC. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
