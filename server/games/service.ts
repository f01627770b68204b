import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { findWeek, listSpan, listWeek, nextScheduledWeek, type QuotedGame } from './store.ts';

/** The season where no stored game or calendar names one. Source: docs/screens.md#words-and-numbers. */
export const defaultSeason = 2025;

/** A value, and the time until which it is valid if no row changes. */
export type Lasting<T> = { value: T; until: Date };

/**
 * The week of the feed's calendar, else of the next scheduled game, else 1. Source: docs/screens.md#words-and-numbers.
 */
export async function currentWeek(db: Db, sport: Sport, now: Date): Promise<Lasting<{ week: number; season: number }>> {
  const { value, until } = await knownWeek(db, sport, now);
  return { value: value ? { week: value.week, season: value.season } : { week: 1, season: defaultSeason }, until };
}

/** The span of starts that the slate of a compressed calendar shows; null for the real calendar. */
export type Span = { from: Date; to: Date } | null;
export type SpanAt = (now: Date) => Span;

/**
 * The games of a week: of the current season type for the current week, otherwise of the regular season. With a span,
 * the current week shows the games of the span, so that games that are over stay on the slate just after a new week
 * begins.
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

/** Chosen: longer than a week. Only after a longer silence, as between seasons, do the games decide instead. */
const calendarLifetimeMs = 8 * 24 * 3_600_000;

/** Chosen: cache lifetime of results whose exact expiry is not worth computing. */
const momentMs = 1_000;

async function knownWeek(db: Db, sport: Sport, now: Date) {
  const named = await findWeek(db, sport);
  const until = named && later(named.seenAt, calendarLifetimeMs);
  if (until && now < until) return { value: named, until };
  return { value: (await nextScheduledWeek(db, sport, now)) ?? named, until: later(now, momentMs) };
}

/** The games of the Eastern day of `now` and the `more` days after it; with a span, the games of the span. */
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

/** The games of the span, valid for a moment only: the span moves with the time. */
async function spanGames(db: Db, sport: Sport, now: Date, span: NonNullable<Span>): Promise<Lasting<QuotedGame[]>> {
  return listed(await listSpan(db, sport, span.from, span.to), now, later(now, momentMs));
}

/** Games, valid until the next start among them, which closes betting on a game, or `until` if that is earlier. */
function listed(games: QuotedGame[], now: Date, until: Date): Lasting<QuotedGame[]> {
  const starts = games.map(({ game }) => game.startsAt.getTime()).filter((start) => start > now.getTime());
  const ends = games.flatMap(({ oddsCloseAt }) => (oddsCloseAt ? reloadAt(oddsCloseAt, now) : []));
  return { value: games, until: new Date(Math.min(until.getTime(), ...starts, ...ends)) };
}

/**
 * When a list is read again to show a later instant at which its odds close: halfway there, so that pages learn of each
 * slate of the feed long before the instant that they know. Nothing if the odds are closed: the slate that opens them
 * is recorded as a change.
 */
function reloadAt(closeAt: Date, now: Date): number[] {
  const leftMs = closeAt.getTime() - now.getTime();
  return leftMs > 0 ? [now.getTime() + Math.min(leftMs, Math.max(momentMs, leftMs / 2))] : [];
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
