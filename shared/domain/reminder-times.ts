import { bettingDay } from './betting-day.ts';
import { instantOfDay } from './eastern.ts';

const dayMs = 86_400_000;
/** Chosen: in the morning, when a bet on the evening's games can still be placed. */
const reminderTime = '10:00';

/**
 * Whether members are reminded of the running week at this time: on its last day, a Monday, from 10:00 Eastern on. The
 * week ends on Tuesday at 06:00.
 */
export function isReminderTime(now: Date): boolean {
  const day = bettingDay(now);
  const isMonday = new Date(`${day}T00:00:00Z`).getUTCDay() === 1;
  return isMonday && now >= instantOfDay(day, reminderTime);
}

/** Chosen: a join that began before the last day has ended by now, so that its member is reminded too. */
const lateJoinMs = 60_000;

/** The ends of the leagues that close to bets within a day of `now`. */
export function closingBetween(now: Date): { from: Date; until: Date } {
  return { from: now, until: new Date(now.getTime() + dayMs - lateJoinMs) };
}

/** The beginning of the last day before this end: members are reminded who had joined by then. */
export function lastDayOf(end: Date): Date {
  return new Date(end.getTime() - dayMs);
}
