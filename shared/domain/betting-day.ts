import { addDays, type EasternDay, easternDay, instantOfDay, wallTime } from './eastern.ts';

const boundary = '06:00';

/**
 * The betting day of an instant: from 06:00 to 06:00 Eastern, so that the last games of an evening belong to it, and
 * that no day lies in two weeks.
 */
export function bettingDay(at: Date): EasternDay {
  const day = easternDay(at);
  return wallTime(at).slice(11) < boundary ? addDays(day, -1) : day;
}

/** The begin of a betting day. */
export function startOfBettingDay(day: EasternDay): Date {
  return instantOfDay(day, boundary);
}
