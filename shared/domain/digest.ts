import { bettingDay, startOfBettingDay } from './betting-day.ts';
import { addDays } from './eastern.ts';
import { weekOf } from './week.ts';

/** Chosen: weeks are frozen an hour after their end, at 7 AM, and their notices follow within minutes. */
const afterWeekMs = 2 * 3_600_000;
/** Chosen: after an outage of the worker the recaps of all leagues are written within this. */
const gatheringMs = 30 * 60_000;

/**
 * When the recap that was written at `at` goes into a digest: on Tuesday at 8 AM Eastern, somewhat later where it comes
 * late on that day, else on the next Tuesday.
 */
export function digestTime(at: Date): Date {
  const { startsAt } = weekOf(at, at);
  const early = new Date(startsAt.getTime() + afterWeekMs);
  if (at <= early) return early;
  const tuesday = bettingDay(startsAt);
  if (bettingDay(at) === tuesday) return new Date(at.getTime() + gatheringMs);
  return new Date(startOfBettingDay(addDays(tuesday, 7)).getTime() + afterWeekMs);
}

/**
 * When the digest after one that was sent at `sentAt` may go out: one a week, from Tuesday at 8 AM on. A late one that
 * was sent just before that time was of the week before.
 */
export function nextDigestTime(sentAt: Date): Date {
  const within = new Date(sentAt.getTime() - afterWeekMs);
  return new Date(weekOf(within, within).endsAt.getTime() + afterWeekMs);
}
