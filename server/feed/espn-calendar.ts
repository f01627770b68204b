import { z } from 'zod';
import type { FeedAnswer } from '../games/feed-answer.ts';

type CurrentWeek = NonNullable<FeedAnswer['currentWeek']>;
type SeasonType = NonNullable<CurrentWeek['seasonType']>;

/** A week with games that members can bet on, from `startsAt` up to but not including `endsAt`. */
export type CalendarWeek = {
  season: number;
  seasonType: SeasonType;
  week: number;
  /** The number of the week in a request to ESPN; it may differ from `week`. */
  number: number;
  startsAt: Date;
  endsAt: Date;
};

/** ESPN's numbers of the parts of a season, without the off-season (4). Source: `docs/feeds.md#requests`. */
const seasonTypes = new Map<number, SeasonType>([
  [1, 'preseason'],
  [2, 'regular'],
  [3, 'postseason'],
]);

/** The number of college football's playoff, which is played during the bowls. Source: `docs/feeds.md#requests`. */
const cfpNumber = 999;
const bowlsWeek = 1;

const instant = z
  .string()
  .transform((value) => new Date(value))
  .refine((value) => !Number.isNaN(value.getTime()));
const whole = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number);
const entry = z.object({ label: z.string(), value: whole, startDate: instant, endDate: instant });
const part = z.object({ value: whole, entries: z.array(z.unknown()) });
const payload = z.object({ leagues: z.tuple([z.object({ calendar: z.array(z.unknown()) })]).rest(z.unknown()) });

/** Translates ESPN's number of a part of the season; null for the off-season and unknown numbers. */
export function seasonTypeOf(number: number): SeasonType | null {
  return seasonTypes.get(number) ?? null;
}

/** The number of a week on the slate, where college football's bowls and playoff are one week. */
export function weekOf(seasonType: SeasonType | null, number: number): number {
  return seasonType === 'postseason' && number === cfpNumber ? bowlsWeek : number;
}

/**
 * The weeks of a scoreboard's calendar in order; empty when the calendar has no weeks.
 *
 * Weeks without games to bet on (off-season, Pro Bowl, all-stars) and weeks that do not parse are left out. The
 * season is the year in which the first week begins: the league's `season` beside the calendar may be another one.
 */
export function readCalendar(scoreboard: unknown): CalendarWeek[] {
  const read = payload.safeParse(scoreboard);
  const weeks = read.success ? read.data.leagues[0].calendar.flatMap(weeksOf) : [];
  weeks.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const season = weeks[0]?.startsAt.getUTCFullYear();
  return season === undefined ? [] : weeks.map((week) => ({ ...week, season }));
}

function weeksOf(raw: unknown): Omit<CalendarWeek, 'season'>[] {
  const read = part.safeParse(raw);
  const seasonType = read.success ? seasonTypeOf(read.data.value) : null;
  if (!read.success || seasonType === null) return [];
  return read.data.entries.flatMap((each) => {
    const week = entry.safeParse(each);
    if (!week.success || /pro bowl|all-star/i.test(week.data.label)) return [];
    const { value: number, startDate: startsAt, endDate: endsAt } = week.data;
    return [{ seasonType, week: weekOf(seasonType, number), number, startsAt, endsAt }];
  });
}

/**
 * The week that contains `now`, else the next week; null once the season is over.
 *
 * Of weeks that overlap, it chooses the one that began last, because ESPN's ends can be wrong: week 16 of college
 * football in December 2025 had its end in December 2026, a year too late.
 */
export function weekAt(calendar: readonly CalendarWeek[], now: Date): CurrentWeek | null {
  const begun = calendar.findLast((week) => week.startsAt <= now);
  const found = begun && now < begun.endsAt ? begun : calendar.find((week) => week.startsAt > now);
  return found ? { week: found.week, season: found.season, seasonType: found.seasonType } : null;
}
