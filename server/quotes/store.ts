import { and, asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuid } from 'uuid';
import { fromFutureMs } from '#shared/domain/from-future.ts';
import { emptyQuote, ownMarkets, type Quote } from '#shared/domain/market.ts';
import { mergeQuotes } from '#shared/domain/merge-quotes.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { games, quoteHistory, quotes } from '../db/tables.ts';
import { differsIn, excluded } from '../db/upsert.ts';

export type QuoteRow = typeof quotes.$inferSelect;

/** The quotes that a game may have, to be joined by game and source. */
export const feedQuotes = alias(quotes, 'feed_quotes');
export const manualQuotes = alias(quotes, 'manual_quotes');
export const extraQuotes = alias(quotes, 'extra_quotes');

export type QuotedBy = {
  quote: Quote | null;
  source: 'feed' | 'manual' | null;
  /** What the main feed says by itself. */
  main: Quote | null;
};

/**
 * The quote in force: a manual one stands above all until it is cleared (design D14). The main feed's own is filled, market
 * by market, from what another provider said. Markets that the sport does not have are left out of rows that hold some.
 */
export function quotedBy(
  sport: Sport,
  rows: { feed: QuoteRow | null; manual: QuoteRow | null; extra: QuoteRow | null },
): QuotedBy {
  const own = (row: QuoteRow | null) => row && ownMarkets(sport, row);
  const [main, manual, extra] = [own(rows.feed), own(rows.manual), own(rows.extra)];
  if (manual) return { quote: manual, source: 'manual', main };
  const quote = extra ? mergeQuotes(main, extra) : main;
  return { quote, source: quote && 'feed', main };
}

/** The quote was written before the database's clock was set back; else every poll until then would count as older. */
const isFromFuture = sql`${quotes.changedAt} > now() + make_interval(secs => ${fromFutureMs / 1_000})`;

/**
 * Writes the main feed's quotes, or the extra ones of another provider, where they changed since an earlier poll, and
 * keeps each change; those of other sources are not touched. Returns how many changed.
 */
export async function upsertFeedQuotes(
  tx: Db,
  rows: readonly { gameId: string; quote: Quote }[],
  at: Date,
  source: 'feed' | 'extra' = 'feed',
): Promise<number> {
  if (rows.length === 0) return 0;
  const { gameId: _game, source: _source, changedAt, ...lines } = getTableColumns(quotes);
  const changed = await tx
    .insert(quotes)
    .values(rows.map(({ gameId, quote }) => ({ gameId, source, ...quote, changedAt: at })))
    .onConflictDoUpdate({
      target: [quotes.gameId, quotes.source],
      set: excluded({ ...lines, changedAt }),
      setWhere: and(differsIn(lines), or(sql`${changedAt} < excluded.changed_at`, isFromFuture)),
    })
    .returning(); // the rows that were written, and no other
  if (changed.length === 0) return 0;
  await tx
    .insert(quoteHistory)
    .values(changed.map(({ changedAt, ...row }) => ({ ...row, id: uuid(), at: changedAt, isCleared: false })));
  return changed.length;
}

/** Who sets or clears odds, and when; both null for the app itself. */
export type Signature = { setById: string | null; setBy: string | null; at: Date };

/** What is to be offered on a game from now on; a null quote takes the override away. */
export type ManualChange = { gameId: string; quote: Quote | null; notes: string | null };

/**
 * The manual quotes of these games, in the order of their ids, without markets that their sport does not have; games
 * without one are left out.
 */
export async function listManualQuotes(db: Db, gameIds: readonly string[]): Promise<QuoteRow[]> {
  const rows = await db
    .select({ row: quotes, sport: games.sport })
    .from(quotes)
    .innerJoin(games, eq(games.id, quotes.gameId))
    .where(and(eq(quotes.source, 'manual'), inArray(quotes.gameId, [...gameIds])))
    .orderBy(asc(quotes.gameId));
  return rows.flatMap(({ row, sport }) => {
    const own = ownMarkets(sport, row);
    return own ? [{ ...row, ...own }] : [];
  });
}

/** Writes manual quotes over those there were, and returns them as they now stand. */
export async function upsertManualQuotes(
  tx: Db,
  rows: readonly { gameId: string; quote: Quote; notes: string | null }[],
  { setById, setBy, at }: Signature,
): Promise<QuoteRow[]> {
  if (rows.length === 0) return [];
  const { gameId: _game, source: _source, ...columns } = getTableColumns(quotes);
  return tx
    .insert(quotes)
    .values(
      rows.map(({ gameId, quote, notes }) => ({
        gameId,
        source: 'manual' as const,
        ...quote,
        notes,
        setById,
        setBy,
        changedAt: at,
      })),
    )
    .onConflictDoUpdate({ target: [quotes.gameId, quotes.source], set: excluded(columns) })
    .returning();
}

/** Takes manual quotes away; returns the ids of the games that had one. */
export async function deleteManualQuotes(tx: Db, gameIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .delete(quotes)
    .where(and(eq(quotes.source, 'manual'), inArray(quotes.gameId, [...gameIds])))
    .returning({ gameId: quotes.gameId });
  return rows.map((row) => row.gameId);
}

/**
 * Takes the quotes of all sources off games that are other matches now, where they are not this poll's own: they were made
 * for other teams. Those of feeds stay as empty rows, so that an older answer does not bring them back.
 *
 * own  what the poll quotes on the new matches, where it quotes anything.
 */
export async function replaceQuotes(
  tx: Db,
  gameIds: readonly string[],
  own: ReadonlyMap<string, Quote>,
  at: Date,
): Promise<void> {
  if (gameIds.length === 0) return;
  const cleared = await deleteManualQuotes(tx, gameIds);
  const changes = cleared.map((gameId) => ({ gameId, quote: null, notes: null }));
  await appendHistory(tx, changes, { setById: null, setBy: null, at });
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
 * Gives the quotes of all sources on games whose home and away are swapped to the teams that they were made for, and keeps
 * each change. `changed_at` stays, so that the quote of the same poll still replaces the feed's.
 */
export async function turnQuotes(tx: Db, gameIds: readonly string[], at: Date): Promise<void> {
  if (gameIds.length === 0) return;
  const turned = await tx
    .update(quotes)
    .set({
      spreadHome: sql`${quotes.spreadAway}`,
      spreadAway: sql`${quotes.spreadHome}`,
      spreadHomePrice: sql`${quotes.spreadAwayPrice}`,
      spreadAwayPrice: sql`${quotes.spreadHomePrice}`,
      moneylineHome: sql`${quotes.moneylineAway}`,
      moneylineAway: sql`${quotes.moneylineHome}`,
    })
    .where(inArray(quotes.gameId, [...gameIds]))
    .returning();
  if (turned.length === 0) return;
  await tx
    .insert(quoteHistory)
    .values(turned.map(({ changedAt: _changedAt, ...row }) => ({ ...row, id: uuid(), at, isCleared: false })));
}

/** Keeps what was set and cleared; the app may never change or remove a line of it. */
export async function appendHistory(
  tx: Db,
  changes: readonly ManualChange[],
  { setById, setBy, at }: Signature,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.insert(quoteHistory).values(
    changes.map(({ gameId, quote, notes }) => ({
      id: uuid(),
      gameId,
      source: 'manual' as const,
      ...(quote ?? emptyQuote),
      notes,
      isCleared: quote === null,
      setById,
      setBy,
      at,
    })),
  );
}
