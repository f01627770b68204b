import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { findWeek, listSpan, listWeek, nextScheduledWeek, type QuotedGame } from './store.ts';

/** Used where no game tells the season. Source: spec §9. */
export const defaultSeason = 2025;

/** What is asked for, and until when it stays so if no row changes: some of it is a matter of time. */
export type Lasting<T> = { value: T; until: Date };

/** By the feed's calendar, else the week of the nearest scheduled game, else 1. Source: screens, "Current week". */
export async function currentWeek(db: Db, sport: Sport, now: Date): Promise<Lasting<{ week: number; season: number }>> {
  const { value, until } = await knownWeek(db, sport, now);
  return { value: value ? { week: value.week, season: value.season } : { week: 1, season: defaultSeason }, until };
}

/** From when to when the games start that a compressed calendar has on its slate; null where the calendar is the real one. */
export type Span = { from: Date; to: Date } | null;
export type SpanAt = (now: Date) => Span;

/**
 * The games of a week: of the current part of the season when it is the current week, otherwise of the regular season.
 * With a span the current week's are those of the span: just after a new week has begun there would be none that is over.
 */
export async function weekGames(
  db: Db,
  sport: Sport,
  week: number,
  season: number,
  now: Date,
  span: Span,
): Promise<Lasting<QuotedGame[]>> {
  const { value: current, until } = await knownWeek(db, sport, now);
  const isCurrent = current?.week === week && current.season === season;
  if (isCurrent && span) return spanGames(db, sport, now, span);
  return listed(await listWeek(db, sport, week, season, isCurrent ? current.seasonType : 'regular'), now, until);
}

/** Ours: longer than a week, so that only a calendar that has fallen silent, as between seasons, gives way to the games. */
const calendarHoldsMs = 8 * 24 * 3_600_000;

/** Ours: how long that holds which follows from the time in more ways than are worth following. */
const momentMs = 1_000;

async function knownWeek(db: Db, sport: Sport, now: Date) {
  const named = await findWeek(db, sport);
  const until = named && later(named.seenAt, calendarHoldsMs);
  if (until && now < until) return { value: named, until };
  return { value: (await nextScheduledWeek(db, sport, now)) ?? named, until: later(now, momentMs) };
}

/** The games of the Eastern day of `now`, and of `more` days after it; with a span those of the span. */
export async function dayGames(
  db: Db,
  sport: Sport,
  now: Date,
  more: number,
  span: Span,
): Promise<Lasting<QuotedGame[]>> {
  if (span) return spanGames(db, sport, now, span);
  const today = easternDay(now);
  const games = await listSpan(db, sport, startOfDay(today), startOfDay(addDays(today, 1 + more)));
  return listed(games, now, startOfDay(addDays(today, 1)));
}

/** With every moment games enter the span and leave it. */
async function spanGames(db: Db, sport: Sport, now: Date, span: NonNullable<Span>): Promise<Lasting<QuotedGame[]>> {
  return listed(await listSpan(db, sport, span.from, span.to), now, later(now, momentMs));
}

/** Games as they are until `until` at most: the next start locks one of them. */
function listed(games: QuotedGame[], now: Date, until: Date): Lasting<QuotedGame[]> {
  const starts = games.map(({ game }) => game.startsAt.getTime()).filter((start) => start > now.getTime());
  return { value: games, until: new Date(Math.min(until.getTime(), ...starts)) };
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
