import { and, eq, gt, inArray, isNotNull, isNull, max, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/connection.ts';
import { conditionsOf, type OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { leagues } from '../db/tables/leagues.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import type { GameRow } from '../games/store.ts';
import { isRevealed } from '../tickets/visible.ts';

/**
 * A game that an ended league waits for. `originalStart` is the latest start at which an awaited leg was placed;
 * `isShown` is whether the viewer may know that the league waits for this game.
 */
export type AwaitedGame = { leagueId: string; game: GameRow; originalStart: Date; isShown: boolean };

/**
 * The games that these leagues wait for: those without a result, and those with a disputed one. The viewer is a member
 * of all the leagues. A game is shown if the viewer has an awaited bet on it, or if all awaited bets on it are
 * revealed.
 *
 * disputed  the games with an open correction.
 */
export async function listAwaitedGames(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  viewerId: string,
  disputed: readonly string[],
): Promise<AwaitedGame[]> {
  const found: AwaitedGame[][] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    found.push(await awaitedGamesIn(db, isOf, viewerId, disputed));
  }
  return found.flat();
}

async function awaitedGamesIn(
  db: Db,
  isOf: OfLeagues,
  viewerId: string,
  disputed: readonly string[],
): Promise<AwaitedGame[]> {
  const isConfirming = and(inArray(games.status, ['final', 'canceled']), gt(games.equalPolls, 0));
  const awaitsResult = and(isNull(legs.grade), eq(games.resultRev, 0), or(isNull(tickets.grade), isConfirming));
  const isDisputed = sql`${legs.gameId} = any (${sql.param(disputed)}::text[])`;
  const mayChange = or(isNull(legs.grade), isNotNull(legs.resultRev));
  const rows = await db
    .select({
      leagueId: legs.leagueId,
      game: games,
      originalStart: max(legs.originalStart),
      isShown: sql<boolean>`bool_or(${tickets.userId} = ${viewerId}) or bool_and(${isRevealed as SQL})`,
    })
    .from(legs)
    .innerJoin(tickets, and(eq(tickets.leagueId, legs.leagueId), eq(tickets.id, legs.ticketId)))
    .innerJoin(leagues, eq(leagues.id, legs.leagueId))
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(and(isOf(legs.leagueId), or(awaitsResult, and(isDisputed, mayChange))))
    .groupBy(legs.leagueId, games.id);
  return rows.map((row) => ({ ...row, originalStart: row.originalStart ?? row.game.startsAt }));
}
