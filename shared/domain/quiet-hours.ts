/**
 * The part of each day in which nothing is pushed: from the minute `from` of the day until before the minute `until`,
 * by the wall clock of an IANA time zone. The two differ; quiet hours with `from` after `until` end on the next day.
 */
export type QuietHours = { from: number; until: number; timeZone: string };

const minuteMs = 60_000;
const minutesADay = 1_440;

/**
 * Chosen: the quiet hours of a person who has set none. Their zone is that of all times on screens, until a browser of
 * theirs has named another.
 */
export const defaultQuietHours: QuietHours = { from: 22 * 60, until: 8 * 60, timeZone: 'America/New_York' };

/** The first instant from `at` on that is not within the quiet hours. A clock that is set back may repeat some. */
export function endOfQuiet(at: Date, { from, until, timeZone }: QuietHours): Date {
  const aheadMs = (ms: number) => aheadOfUtc(new Date(ms), timeZone);
  const minuteAt = (ms: number) => modulo(Math.floor((ms + aheadMs(ms)) / minuteMs), minutesADay);
  const isQuiet = (minute: number) => modulo(minute - from, minutesADay) < modulo(until - from, minutesADay);
  let ms = at.getTime();
  while (isQuiet(minuteAt(ms))) {
    const left = modulo(until - minuteAt(ms), minutesADay);
    const end = ms - modulo(ms, minuteMs) + left * minuteMs;
    if (aheadMs(end) === aheadMs(ms)) return new Date(end);
    ms = firstWithin(ms, end, (later) => aheadMs(later) !== aheadMs(ms));
  }
  return new Date(ms);
}

/** The first whole minute after `before`, and `end` at the latest, from which on `is` is true. It is true at `end`. */
function firstWithin(before: number, end: number, is: (ms: number) => boolean): number {
  let last = before - modulo(before, minuteMs);
  let first = end;
  while (first - last > minuteMs) {
    const middle = last + Math.floor((first - last) / minuteMs / 2) * minuteMs;
    if (is(middle)) first = middle;
    else last = middle;
  }
  return first;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The milliseconds by which the wall clock of a zone is ahead of UTC; below zero west of it. */
function aheadOfUtc(at: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - (at.getTime() - modulo(at.getTime(), minuteMs));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format is expensive to build. There are fewer than 600 zones, since `timeZoneOf` gives each of them one name. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format = formats.get(timeZone) ?? newFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}

/** The one name that this process uses for a zone of the IANA database; null for a name that it does not know. */
export function timeZoneOf(name: string): string | null {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+){0,2}$/.test(name)) return null; // 'UTC', 'America/Argentina/Ushuaia'; no '+05:30'
  try {
    return newFormat(name).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
