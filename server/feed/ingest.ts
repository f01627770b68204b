import { ownMarkets } from '#shared/domain/market.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { markSport } from '../events/store.ts';
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
  { pullId = null, apartMs = 0 }: { pullId?: string | null; apartMs?: number } = {},
): Promise<Ingested> {
  const seen = [...new Map(answer.games.map((game) => [game.id, game])).values()];
  seen.sort((a, b) => (a.id < b.id ? -1 : 1)); // two workers that take their rows in one order never block each other
  const parts = inParts(seen);
  const before = byId((await Promise.all(parts.map((part) => findGames(database.db, idsOf(part))))).flat());
  const next = (stored: Map<string, GameRow>, game: FeedGame, now: Date) => nextRow(stored, game, at, { apartMs, now });
  const changed = seen.filter((game) => next(before, game, at) !== null);
  const quoted = seen.flatMap(({ id, status, ...game }) => {
    const hasBegun = status !== 'scheduled' || Boolean(before.get(id)?.startedAt);
    const quote = game.quote && ownMarkets(game.sport, game.quote);
    return quote && !hasBegun ? [{ gameId: id, quote }] : [];
  });

  if (changed.length > 0 || quoted.length > 0) {
    await database.withTx(async (tx) => {
      let written = 0;
      const held = byId(changed.length > 0 ? await holdForChange(tx, idsOf(changed)) : []);
      const now = new Date(Math.max(at.getTime(), (await databaseNow(tx)).getTime()));
      for (const part of inParts(changed)) {
        const rows = part.flatMap((game) => next(held, game, now) ?? []);
        await upsertGames(tx, rows);
        await confirmResults(tx, rows, at, { pullId });
        written += rows.length;
      }
      for (const part of inParts(quoted)) written += await upsertFeedQuotes(tx, part, at);
      if (written > 0) await markSport(tx, sport);
    });
  }
  const underWay = [...before.values()].filter((game) => game.startsAt <= at && game.resultRev === 0);
  for (const part of inParts(underWay)) await notePolled(database.db, idsOf(part), at);
  const { currentWeek } = answer;
  if (currentWeek) {
    await database.withTx(async (tx) => {
      if (await upsertWeek(tx, { sport, ...currentWeek, seenAt: at })) await markSport(tx, sport);
    });
  }
  return { seen: seen.length, changed: changed.length };
}

/** Rows that one statement writes at most: Postgres takes 65,535 parameters, and a game has some forty. */
const rowsAtOnce = 1_000;

function inParts<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, part) =>
    rows.slice(part * rowsAtOnce, (part + 1) * rowsAtOnce),
  );
}

function idsOf(games: readonly { id: string }[]): string[] {
  return games.map((game) => game.id);
}

function byId(rows: readonly GameRow[]): Map<string, GameRow> {
  return new Map(rows.map((row) => [row.id, row]));
}

function nextRow(
  stored: Map<string, GameRow>,
  game: FeedGame,
  at: Date,
  { apartMs, now }: { apartMs: number; now: Date },
): GameRow | null {
  const row = stored.get(game.id) ?? null;
  // An older answer, or another one of the same poll, has nothing to add.
  if (row && row.changedAt >= at) return null;
  const next = advance(row, game, at, { now });
  const isTooSoon = row !== null && at.getTime() - row.changedAt.getTime() < apartMs;
  return isTooSoon && next && confirms(row, next) ? null : next;
}

/** Whether the later row takes effect by being the second of two: a result, a game that opens again or is played on. */
function confirms(row: GameRow, next: GameRow): boolean {
  const isConfirmed = next.equalPolls >= confirmingPolls && row.equalPolls < confirmingPolls;
  const isPlayedOn = row.status === 'final' && next.status !== 'final';
  return isConfirmed || isPlayedOn || (row.bettingLocked && !next.bettingLocked);
}
