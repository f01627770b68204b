import { easternDay, showMonthDay, showWeekday } from '#shared/domain/eastern.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long ago, or when: 'now', '12 min', '3 h', 'Tue' within a week, else 'Nov 14'. */
export function timeWords(at: Date, now: Date): string {
  const ago = now.getTime() - at.getTime();
  if (ago < minuteMs) return 'now';
  if (ago < hourMs) return `${Math.floor(ago / minuteMs)} min`;
  if (ago < dayMs) return `${Math.floor(ago / hourMs)} h`;
  return ago < 6 * dayMs ? showWeekday(at).slice(0, 3) : showMonthDay(at);
}

/** Whether it is of the Eastern day of `now`, or later. */
export function isToday(at: Date, now: Date): boolean {
  return easternDay(at) >= easternDay(now);
}
