import type { Sport } from '#shared/domain/sport.ts';
import type { Database } from '../db/connection.ts';
import { advance } from '../games/advance.ts';
import { findGames, type GameRow, holdForChange, notePolled, upsertGames, upsertWeek } from '../games/store.ts';
import { upsertFeedQuotes } from '../quotes/store.ts';
import { confirmResults } from '../results/confirm.ts';
import type { FeedAnswer, FeedGame } from './feed.ts';

export type Ingested = { seen: number; changed: number };

/**
 * Writes what one poll brought: games that changed, and the quotes of games that have not begun.
 *
 * A game that is missing from the answer stays as it is, and so does a quote that is missing: absence says nothing
 * (hardening E3). `at` is the poll's own time; answers of one poll never confirm each other.
 */
export async function ingest(
  database: Database,
  sport: Sport,
  answer: FeedAnswer,
  at: Date,
  pullId: string | null = null,
): Promise<Ingested> {
  const seen = [...new Map(answer.games.map((game) => [game.id, game])).values()];
  const before = byId(
    await findGames(
      database.db,
      seen.map((game) => game.id),
    ),
  );
  const changed = seen.filter((game) => nextRow(before, game, at) !== null);
  const quoted = seen.flatMap(({ id, status, quote }) => {
    const hasBegun = status !== 'scheduled' || Boolean(before.get(id)?.startedAt);
    return quote && !hasBegun ? [{ gameId: id, quote }] : [];
  });

  if (changed.length > 0 || quoted.length > 0) {
    await database.withTx(async (tx) => {
      const held = byId(
        await holdForChange(
          tx,
          changed.map((game) => game.id),
        ),
      );
      const rows = changed.flatMap((game) => nextRow(held, game, at) ?? []);
      await upsertGames(tx, rows);
      await confirmResults(tx, rows, at, pullId);
      await upsertFeedQuotes(tx, quoted, at);
    });
  }
  const underWay = [...before.values()].filter((game) => game.startsAt <= at && game.resultRev === 0);
  await notePolled(
    database.db,
    underWay.map((game) => game.id),
    at,
  );
  if (answer.currentWeek) await upsertWeek(database.db, { sport, ...answer.currentWeek, seenAt: at });
  return { seen: seen.length, changed: changed.length };
}

function byId(rows: readonly GameRow[]): Map<string, GameRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function nextRow(stored: Map<string, GameRow>, game: FeedGame, at: Date): GameRow | null {
  const row = stored.get(game.id) ?? null;
  // An older answer, or another one of the same poll, has nothing to add.
  if (row && row.lastSeenAt >= at) return null;
  return advance(row, game, at);
}
