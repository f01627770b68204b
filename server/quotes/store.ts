import { and, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Quote } from '#shared/domain/market.ts';
import type { Db } from '../db/connection.ts';
import { quotes } from '../db/tables.ts';
import { differsIn, excluded } from '../db/upsert.ts';

export type QuoteRow = typeof quotes.$inferSelect;

/** The two quotes that a game may have, to be joined by game and source. */
export const feedQuotes = alias(quotes, 'feed_quotes');
export const manualQuotes = alias(quotes, 'manual_quotes');

export type QuotedBy = { quote: Quote | null; source: QuoteRow['source'] | null };

/** The quote in force: a manual one stands above the feed's until it is cleared. Source: design D14. */
export function quotedBy(feed: QuoteRow | null, manual: QuoteRow | null): QuotedBy {
  const row = manual ?? feed;
  return { quote: row, source: row?.source ?? null };
}

/** Writes the feed's quotes where they changed since an earlier poll; manual ones are not touched. */
export async function upsertFeedQuotes(
  tx: Db,
  rows: readonly { gameId: string; quote: Quote }[],
  at: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const { gameId: _game, source: _source, changedAt, ...lines } = getTableColumns(quotes);
  await tx
    .insert(quotes)
    .values(rows.map(({ gameId, quote }) => ({ gameId, source: 'feed' as const, ...quote, changedAt: at })))
    .onConflictDoUpdate({
      target: [quotes.gameId, quotes.source],
      set: excluded({ ...lines, changedAt }),
      setWhere: and(differsIn(lines), sql`${changedAt} < excluded.changed_at`),
    });
}
