import { lazy } from '#shared/lazy.ts';

const zone = 'America/New_York';

/** Eastern wall time in the format of a `datetime-local` input: 'YYYY-MM-DDTHH:mm'. */
export type WallTime = string;
/** An Eastern calendar day: 'YYYY-MM-DD'. */
export type EasternDay = string;

const wallParts = englishFormat({
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});
const timeText = englishFormat({ hour: 'numeric', minute: '2-digit' });
const weekdayText = englishFormat({ weekday: 'short', month: 'short', day: 'numeric' });
const monthDayText = englishFormat({ month: 'short', day: 'numeric' });
const weekdayName = englishFormat({ weekday: 'long' });
const weekdayTimeText = englishFormat({ weekday: 'long', hour: 'numeric', minute: '2-digit' });
const dateText = englishFormat({ month: 'short', day: 'numeric', year: 'numeric' });

function englishFormat(parts: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  return lazy(() => new Intl.DateTimeFormat('en-US', { timeZone: zone, ...parts }));
}

/** The Eastern wall time of an instant. */
export function wallTime(instant: Date): WallTime {
  const parts = Object.fromEntries(
    wallParts()
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** The Eastern day of an instant. The UTC date differs in the evening: it is already the next day's. */
export function easternDay(instant: Date): EasternDay {
  return wallTime(instant).slice(0, 10);
}

/**
 * The instant of an Eastern wall time: UTC minus four hours in daylight time, otherwise minus five.
 *
 * A time that the clocks skip in spring becomes one hour later. A time that occurs twice in autumn is the first of the
 * two. Null when the text is not a real date and time. Source: docs/decisions/instants-and-eastern-days.md.
 */
export function instantOf(wall: WallTime): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(wall)) return null;
  const asUtc = new Date(`${wall}:00Z`);
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== wall) return null;
  const behind = (hours: number) => new Date(asUtc.getTime() + hours * 3_600_000);
  const daylight = behind(4);
  const standard = behind(5);
  return wallTime(daylight) === wall ? daylight : standard;
}

/** Adds `count` days to an Eastern day; a negative count subtracts. */
export function addDays(day: EasternDay, count: number): EasternDay {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + count);
  return at.toISOString().slice(0, 10);
}

/** The instant of a time ('HH:mm') on an Eastern day. Throws when there is no such day or time. */
export function instantOfDay(day: EasternDay, time: string): Date {
  const instant = instantOf(`${day}T${time}`);
  if (!instant) throw new RangeError(`not a time: ${day} ${time}`);
  return instant;
}

/** The first instant of an Eastern day. */
export function startOfDay(day: EasternDay): Date {
  return instantOfDay(day, '00:00');
}

/** "Today, 1:00 PM ET" on the Eastern day of `now`, otherwise "Sun, Nov 22, 1:00 PM ET". */
export function showStart(instant: Date, now: Date): string {
  return `${showDay(instant, now)}, ${timeText().format(instant)} ET`;
}

/** "Today" or "Sun, Nov 22": for a start whose time is not announced yet. */
export function showDay(instant: Date, now: Date): string {
  return easternDay(instant) === easternDay(now) ? 'Today' : weekdayText().format(instant);
}

/** "Sun, Nov 22, 1:00 PM ET": for use within a sentence, without the year. */
export function showMoment(instant: Date): string {
  return `${weekdayText().format(instant)}, ${timeText().format(instant)} ET`;
}

/** "Tuesday 6 AM ET", "Sunday 11:59 PM ET": for an instant within a week. */
export function showWeekdayTime(instant: Date): string {
  return `${weekdayTimeText().format(instant).replace(',', '').replace(':00', '')} ET`;
}

/** "Sunday". */
export function showWeekday(instant: Date): string {
  return weekdayName().format(instant);
}

/** "Nov 22": for an end of a span of days. */
export function showMonthDay(instant: Date): string {
  return monthDayText().format(instant);
}

/** "Nov 22, 2026, 1:00 PM ET"; within a sentence "today, 1:00 PM ET" on the Eastern day of `now`. */
export function showInstant(instant: Date, now?: Date): string {
  const day = now && easternDay(instant) === easternDay(now) ? 'today' : dateText().format(instant);
  return `${day}, ${timeText().format(instant)} ET`;
}

/** The create dialog's initial join deadline: tomorrow at midnight. Source: docs/screens.md#leagues. */
export function defaultJoinDeadline(now: Date): WallTime {
  return `${addDays(easternDay(now), 1)}T00:00`;
}

/**
 * The create dialog's initial end date: 31 December at 23:59, of the next year when this year's is less than a day
 * after the default deadline. Source: docs/screens.md#leagues.
 */
export function defaultEndDate(now: Date): WallTime {
  const deadline = defaultJoinDeadline(now);
  const year = Number(easternDay(now).slice(0, 4));
  const lastDay = `${year}-12-31`;
  return `${deadline.slice(0, 10) >= lastDay ? year + 1 : year}-12-31T23:59`;
}
