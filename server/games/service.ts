import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { findWeek, listSpan, listWeek, nextScheduledWeek, type QuotedGame } from './store.ts';

/** Used where no game tells the season. Source: spec §9. */
export const defaultSeason = 2025;

/** By the feed's calendar, else the week of the nearest scheduled game, else 1. Source: screens, "Current week". */
export async function currentWeek(db: Db, sport: Sport, now: Date): Promise<{ week: number; season: number }> {
  const known = await knownWeek(db, sport, now);
  return known ? { week: known.week, season: known.season } : { week: 1, season: defaultSeason };
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
): Promise<QuotedGame[]> {
  const current = await knownWeek(db, sport, now);
  const isCurrent = current?.week === week && current.season === season;
  if (isCurrent && span) return listSpan(db, sport, span.from, span.to);
  return listWeek(db, sport, week, season, isCurrent ? current.seasonType : 'regular');
}

/** Ours: longer than a week, so that only a calendar that has fallen silent, as between seasons, gives way to the games. */
const calendarHoldsMs = 8 * 24 * 3_600_000;

async function knownWeek(db: Db, sport: Sport, now: Date) {
  const named = await findWeek(db, sport);
  if (named && now.getTime() - named.seenAt.getTime() < calendarHoldsMs) return named;
  return (await nextScheduledWeek(db, sport, now)) ?? named;
}

/** The games of the Eastern day of `now`, and of `more` days after it; with a span those of the span. */
export function dayGames(db: Db, sport: Sport, now: Date, more: number, span: Span): Promise<QuotedGame[]> {
  if (span) return listSpan(db, sport, span.from, span.to);
  const today = easternDay(now);
  return listSpan(db, sport, startOfDay(today), startOfDay(addDays(today, 1 + more)));
}
