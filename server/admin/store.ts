import { and, asc, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { games } from '../db/tables/games.ts';
import { results } from '../db/tables/settlement.ts';
import type { GameRow } from '../games/store.ts';

/** Chosen: the most games that one list for admins has. */
const most = 50;

/** Games that start within the span, with the words in the name of a team or in the id, the latest start first. */
export async function searchGames(db: Db, words: string, from: Date, to: Date): Promise<GameRow[]> {
  const { homeCity, homeName, homeAbbr, awayCity, awayName, awayAbbr } = games;
  const names = sql`lower(concat_ws(' ', ${homeCity}, ${homeName}, ${homeAbbr}, ${awayCity}, ${awayName}, ${awayAbbr}))`;
  return db
    .select()
    .from(games)
    .where(
      or(
        eq(games.id, words),
        and(gt(games.startsAt, from), lt(games.startsAt, to), sql`strpos(${names}, lower(${words}::text)) > 0`),
      ),
    )
    .orderBy(desc(games.startsAt), asc(games.id))
    .limit(most);
}

/** Games that got their first result since then, the latest start first. */
export async function listRecentlyDecided(db: Db, since: Date): Promise<GameRow[]> {
  const rows = await db
    .select({ game: games })
    .from(games)
    .innerJoin(results, and(eq(results.gameId, games.id), eq(results.rev, 1), gt(results.at, since)))
    .orderBy(desc(games.startsAt), asc(games.id))
    .limit(most);
  return rows.map(({ game }) => game);
}

/**
 * Games that start since then and have no result: suspended ones, and those that the feed has called final or canceled
 * for a while without the polls that confirm it.
 */
export async function listUnresolved(db: Db, from: Date, endedBefore: Date): Promise<GameRow[]> {
  const isStuck = and(inArray(games.status, ['final', 'canceled']), lt(games.changedAt, endedBefore));
  return db
    .select()
    .from(games)
    .where(and(eq(games.resultRev, 0), gt(games.startsAt, from), or(eq(games.status, 'suspended'), isStuck)))
    .orderBy(asc(games.startsAt), asc(games.id))
    .limit(most);
}
