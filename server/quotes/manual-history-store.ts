import { and, desc, eq, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../db/connection.ts';
import { quoteHistory } from '../db/tables/quotes.ts';
import { isSameMatch, type TeamIds } from '../games/same-match.ts';

const isByAdmin = and(eq(quoteHistory.source, 'manual'), isNotNull(quoteHistory.setById));

/** The teams of a line of the history; null where the line is older than the column. */
type TeamsThen = { homeTeamId: string | null; awayTeamId: string | null };

/** Whether a line of the history is about the game's present teams, as far as it knows its own. */
function isOf(now: TeamIds, { homeTeamId, awayTeamId }: TeamsThen): boolean {
  if (homeTeamId === null) return true;
  if (awayTeamId === null) return homeTeamId === now.homeTeamId || homeTeamId === now.awayTeamId;
  return isSameMatch(now, { homeTeamId, awayTeamId });
}

/** How often admins set or cleared odds of these games, by the games' ids. Games without a change are left out. */
export async function countManualChanges(
  db: Db,
  games: readonly ({ id: string } & TeamIds)[],
): Promise<Map<string, number>> {
  if (games.length === 0) return new Map();
  const { gameId, homeTeamId, awayTeamId } = quoteHistory;
  const isOfGames = inArray(
    gameId,
    games.map(({ id }) => id),
  );
  const rows = await db
    .select({ gameId, homeTeamId, awayTeamId, changes: sql<number>`count(*)::int` })
    .from(quoteHistory)
    .where(and(isOfGames, isByAdmin))
    .groupBy(gameId, homeTeamId, awayTeamId);
  const counts = new Map<string, number>();
  for (const game of games) {
    for (const row of rows) {
      if (row.gameId !== game.id || !isOf(game, row)) continue;
      counts.set(game.id, (counts.get(game.id) ?? 0) + row.changes);
    }
  }
  return counts;
}

/** The ids of the admins who ever set or cleared odds of the game. */
export async function findOddsSetters(db: Db, game: { id: string } & TeamIds): Promise<Set<string>> {
  const { gameId, homeTeamId, awayTeamId, setById } = quoteHistory;
  const rows = await db
    .selectDistinct({ setById, homeTeamId, awayTeamId })
    .from(quoteHistory)
    .where(and(eq(gameId, game.id), isByAdmin));
  return new Set(rows.flatMap((row) => (row.setById && isOf(game, row) ? [row.setById] : [])));
}

const earlier = alias(quoteHistory, 'earlier');
const feedThen = alias(quoteHistory, 'feed_then');
const extraThen = alias(quoteHistory, 'extra_then');

/** A line of the history by which an admin set or cleared odds, with the lines of all sources that were in force then. */
export type ChangeLine = Awaited<ReturnType<typeof listManualChanges>>[number];

/**
 * At most `most` changes of a game's odds by admins, the latest first, after the change with the id `after`; the first
 * ones without it.
 *
 * earlier  the last manual line before the change; it may be signed by nobody, as after a swap of the teams.
 */
export function listManualChanges(
  db: Db,
  game: { id: string } & TeamIds,
  { after, most }: { after: string | null; most: number },
) {
  // A condition is true of a team that the line does not know: `isOf` in SQL.
  const isOfTeams = and(
    ...[quoteHistory.homeTeamId, quoteHistory.awayTeamId].map(
      (then) => sql`coalesce(${then} in (${game.homeTeamId}, ${game.awayTeamId}), true)`,
    ),
  );
  const isAfter =
    after === null
      ? undefined
      : sql`(${quoteHistory.at}, ${quoteHistory.id}) < (
          select x.at, x.id from ${quoteHistory} x where x.id = ${after} and x.game_id = ${game.id}
        )`;
  const isEarlier = sql`(${earlier.at}, ${earlier.id}) < (${quoteHistory.at}, ${quoteHistory.id})`;
  const before = lastLine(db, earlier, 'manual', isEarlier);
  const feed = lastLine(db, feedThen, 'feed', lte(feedThen.at, quoteHistory.at));
  const extra = lastLine(db, extraThen, 'extra', lte(extraThen.at, quoteHistory.at));
  return db
    .select({
      change: quoteHistory,
      earlier: before._.selectedFields,
      feed: feed._.selectedFields,
      extra: extra._.selectedFields,
    })
    .from(quoteHistory)
    .leftJoinLateral(before, sql`true`)
    .leftJoinLateral(feed, sql`true`)
    .leftJoinLateral(extra, sql`true`)
    .where(and(eq(quoteHistory.gameId, game.id), isByAdmin, isOfTeams, isAfter))
    .orderBy(desc(quoteHistory.at), desc(quoteHistory.id))
    .limit(most);
}

/** The last line of a source of the same game up to a change. */
function lastLine(
  db: Db,
  lines: typeof earlier | typeof feedThen | typeof extraThen,
  source: 'manual' | 'feed' | 'extra',
  isUpToChange: SQL | undefined,
) {
  return db
    .select()
    .from(lines)
    .where(and(eq(lines.gameId, quoteHistory.gameId), eq(lines.source, source), isUpToChange))
    .orderBy(desc(lines.at), desc(lines.id))
    .limit(1)
    .as(`last_${source}`);
}
