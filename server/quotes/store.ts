import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, getTableColumns, gt, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromFutureMs } from '#shared/domain/from-future.ts';
import {
  emptyQuote,
  type FlatQuote,
  flatQuote,
  ownMarkets,
  type Quote,
  quoteOf,
  swappedQuote,
} from '#shared/domain/market.ts';
import { mergeQuotes } from '#shared/domain/merge-quotes.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { games } from '../db/tables/games.ts';
import { quoteHistory, quotes } from '../db/tables/quotes.ts';
import { differsIn, excluded } from '../db/upsert.ts';
import type { TeamIds } from '../games/same-match.ts';
import { newId } from '../lib/ids.ts';

type QuoteRow = typeof quotes.$inferSelect;

/** Aliases of the quotes table, one per source, to be joined by game and source. */
export const feedQuotes = alias(quotes, 'feed_quotes');
export const manualQuotes = alias(quotes, 'manual_quotes');
export const extraQuotes = alias(quotes, 'extra_quotes');

export type QuotedBy = {
  quote: Quote | null;
  source: 'feed' | 'manual' | null;
  /** The main feed's own quote. */
  main: Quote | null;
};

/**
 * The quote in force. A manual quote replaces all others until it is cleared. Otherwise markets that the main feed
 * lacks are filled from another provider's quote. Stored markets that the sport does not have are left out.
 * Source: docs/decisions/three-sources-of-quotes.md.
 */
export function quotedBy(
  sport: Sport,
  rows: { feed: FlatQuote | null; manual: FlatQuote | null; extra: FlatQuote | null },
): QuotedBy {
  const own = (row: FlatQuote | null) => row && ownMarkets(sport, quoteOf(row));
  const [main, manual, extra] = [own(rows.feed), own(rows.manual), own(rows.extra)];
  if (manual) return { quote: manual, source: 'manual', main };
  const quote = extra ? mergeQuotes(main, extra) : main;
  return { quote, source: quote && 'feed', main };
}

/**
 * Filters out quotes that equal the stored ones of the main feed. Locks nothing: `upsertFeedQuotes` compares again.
 */
export async function filterNewQuotes<Row extends { gameId: string; quote: Quote }>(
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ gameId }) => gameId);
  const isOfFeed = and(eq(quotes.source, 'feed'), inArray(quotes.gameId, ids));
  const stored = new Map((await db.select().from(quotes).where(isOfFeed)).map((row) => [row.gameId, quoteOf(row)]));
  return rows.filter(({ gameId, quote }) => {
    const before = stored.get(gameId);
    return !before || !isDeepStrictEqual(flatQuote(before), flatQuote(quote));
  });
}

/**
 * Upserts quotes of the main feed, or of the other provider ('extra'), where they differ from older stored ones, and
 * appends each change to the history. Quotes of other sources stay unchanged. Returns the number of changes. The caller
 * has locked the games.
 */
export async function upsertFeedQuotes(
  tx: Db,
  rows: readonly { gameId: string; quote: Quote }[],
  at: Date,
  source: 'feed' | 'extra' = 'feed',
): Promise<number> {
  if (rows.length === 0) return 0;
  const { gameId: _game, source: _source, changedAt, ...lines } = getTableColumns(quotes);
  // A quote from further ahead was written before the database's clock was set back; else later polls would count as
  // older. A parameter, as Citus refuses now() in the condition of a conflict.
  const ahead = new Date((await databaseNow(tx)).getTime() + fromFutureMs);
  const changed = await tx
    .insert(quotes)
    .values(rows.map(({ gameId, quote }) => ({ gameId, source, ...flatQuote(quote), changedAt: at })))
    .onConflictDoUpdate({
      target: [quotes.gameId, quotes.source],
      set: excluded({ ...lines, changedAt }),
      setWhere: and(differsIn(lines), or(sql`${changedAt} < excluded.changed_at`, gt(changedAt, ahead))),
    })
    .returning(); // only the rows that were written
  if (changed.length === 0) return 0;
  await tx
    .insert(quoteHistory)
    .values(changed.map(({ changedAt, ...row }) => ({ ...row, id: newId(), at: changedAt, isCleared: false })));
  return changed.length;
}

/** The admin who sets or clears odds, and the time; `setById` is null for the app itself. */
export type Signature = { setById: string | null; at: Date };

/** A manual quote with its row. */
export type ManualQuote = QuoteRow & { quote: Quote };

/** A change of a game's manual quote; a null quote clears it. `teams` is null if the app itself clears it. */
export type ManualChange = { gameId: string; teams: TeamIds | null; quote: Quote | null; notes: string | null };

/**
 * The manual quotes of these games, in the order of the games' ids, without markets that the sport does not have. Games
 * without a manual quote are left out.
 */
export async function listManualQuotes(db: Db, gameIds: readonly string[]): Promise<ManualQuote[]> {
  const rows = await db
    .select({ row: quotes, sport: games.sport })
    .from(quotes)
    .innerJoin(games, eq(games.id, quotes.gameId))
    .where(and(eq(quotes.source, 'manual'), inArray(quotes.gameId, [...gameIds])))
    .orderBy(asc(quotes.gameId));
  return rows.flatMap(({ row, sport }) => {
    const quote = ownMarkets(sport, quoteOf(row));
    return quote ? [{ ...row, quote }] : [];
  });
}

/** Upserts manual quotes and returns them as stored. */
export async function upsertManualQuotes(
  tx: Db,
  rows: readonly { gameId: string; quote: Quote; notes: string | null }[],
  { setById, at }: Signature,
): Promise<ManualQuote[]> {
  if (rows.length === 0) return [];
  const { gameId: _game, source: _source, ...columns } = getTableColumns(quotes);
  const stored = await tx
    .insert(quotes)
    .values(
      rows.map(({ gameId, quote, notes }) => ({
        gameId,
        source: 'manual' as const,
        ...flatQuote(quote),
        notes,
        setById,
        changedAt: at,
      })),
    )
    .onConflictDoUpdate({ target: [quotes.gameId, quotes.source], set: excluded(columns) })
    .returning();
  return stored.map((row) => ({ ...row, quote: quoteOf(row) }));
}

/** Deletes manual quotes; returns the ids of the games that had one. */
export async function deleteManualQuotes(tx: Db, gameIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .delete(quotes)
    .where(and(eq(quotes.source, 'manual'), inArray(quotes.gameId, [...gameIds])))
    .returning({ gameId: quotes.gameId });
  return rows.map((row) => row.gameId);
}

/**
 * Removes the quotes of all sources from games whose ids now mean another match, and writes this poll's own. The old
 * quotes were for other teams. Quotes of feeds become empty rows, so that an older answer does not bring them back.
 *
 * own  the poll's quotes on the new matches, by game id; a game may have none.
 * now  the database's time: manual quotes are removed after every save before, also one that came during the poll.
 */
export async function replaceQuotes(
  tx: Db,
  gameIds: readonly string[],
  own: ReadonlyMap<string, Quote>,
  at: Date,
  now: Date,
): Promise<void> {
  if (gameIds.length === 0) return;
  const cleared = await deleteManualQuotes(tx, gameIds);
  const changes = cleared.map((gameId) => ({ gameId, teams: null, quote: null, notes: null }));
  await appendHistory(tx, changes, { setById: null, at: now });
  const quotesOf = (quote: (gameId: string) => Quote) => gameIds.map((gameId) => ({ gameId, quote: quote(gameId) }));
  await upsertFeedQuotes(
    tx,
    quotesOf(() => emptyQuote),
    at,
    'extra',
  );
  await upsertFeedQuotes(
    tx,
    quotesOf((gameId) => own.get(gameId) ?? emptyQuote),
    at,
  );
}

/**
 * Swaps home and away in the quotes of all sources on games whose sides the feed swapped, so that each team has its own
 * prices again, and appends each change to the history, signed by nobody: no admin set it. `changed_at` stays, so that
 * the same poll's quote still replaces the feed's.
 *
 * at   the time of the poll, which the history has for quotes of feeds.
 * now  the database's time, which it has for manual quotes, as for a save: one may have come during the poll.
 */
export async function swapQuoteSides(tx: Db, gameIds: readonly string[], at: Date, now: Date): Promise<void> {
  if (gameIds.length === 0) return;
  const rows = await tx
    .select()
    .from(quotes)
    .where(inArray(quotes.gameId, [...gameIds]))
    .orderBy(quotes.gameId, quotes.source);
  if (rows.length === 0) return;
  const swapped = rows.map((row) => ({ ...row, ...flatQuote(swappedQuote(quoteOf(row))) }));
  const { gameId: _game, source: _source, ...columns } = getTableColumns(quotes);
  await tx
    .insert(quotes)
    .values(swapped)
    .onConflictDoUpdate({ target: [quotes.gameId, quotes.source], set: excluded(columns) });
  await tx.insert(quoteHistory).values(
    swapped.map(({ changedAt: _changedAt, ...row }) => ({
      ...row,
      id: newId(),
      at: row.source === 'manual' ? now : at,
      setById: null,
      isCleared: false,
    })),
  );
}

/** Appends what was set and cleared to the history, which the app's role must not update or delete. */
export async function appendHistory(
  tx: Db,
  changes: readonly ManualChange[],
  { setById, at }: Signature,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(quoteHistory).values(
    changes.map(({ gameId, teams, quote, notes }) => ({
      id: newId(),
      gameId,
      homeTeamId: teams?.homeTeamId ?? null,
      awayTeamId: teams?.awayTeamId ?? null,
      source: 'manual' as const,
      ...flatQuote(quote),
      notes,
      isCleared: quote === null,
      setById,
      at,
    })),
  );
}
