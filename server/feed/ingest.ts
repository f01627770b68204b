import type { Sport } from '#shared/domain/sport.ts';
import type { Database } from '../db/connection.ts';
import { advance, confirmingPolls } from '../games/advance.ts';
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
 *
 * pullId   the pull that brought the answer, which a result it confirms will name; null where there is none.
 * apartMs  how far apart two polls must be for one to confirm the other: two workers may poll in the same second.
 */
export async function ingest(
  database: Database,
  sport: Sport,
  answer: FeedAnswer,
  at: Date,
  pullId: string | null = null,
  apartMs = 0,
): Promise<Ingested> {
  const seen = [...new Map(answer.games.map((game) => [game.id, game])).values()];
  seen.sort((a, b) => (a.id < b.id ? -1 : 1)); // two workers that take their rows in one order never block each other
  const before = byId(
    await findGames(
      database.db,
      seen.map((game) => game.id),
    ),
  );
  const changed = seen.filter((game) => nextRow(before, game, at, apartMs) !== null);
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
      const rows = changed.flatMap((game) => nextRow(held, game, at, apartMs) ?? []);
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

function nextRow(stored: Map<string, GameRow>, game: FeedGame, at: Date, apartMs: number): GameRow | null {
  const row = stored.get(game.id) ?? null;
  // An older answer, or another one of the same poll, has nothing to add.
  if (row && row.lastSeenAt >= at) return null;
  const next = advance(row, game, at);
  const isTooSoon = row !== null && at.getTime() - row.lastSeenAt.getTime() < apartMs;
  return isTooSoon && next && confirms(row, next) ? null : next;
}

/** Whether the later row takes effect by being the second of two equal polls: a result, or a game that opens again. */
function confirms(row: GameRow, next: GameRow): boolean {
  const isConfirmed = next.equalPolls >= confirmingPolls && row.equalPolls < confirmingPolls;
  return isConfirmed || (row.bettingLocked && !next.bettingLocked);
}
