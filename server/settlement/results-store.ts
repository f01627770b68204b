import { and, asc, count, countDistinct, desc, eq, gte, isNotNull, isNull, lt, min, ne, or, sql } from 'drizzle-orm';
import type { Sport } from '#shared/domain/sport.ts';
import type { Database, Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { pulls } from '../db/tables/pulls.ts';
import { results } from '../db/tables/settlement.ts';
import { legs } from '../db/tables/tickets.ts';
import { type Absence, listAbsences } from '../games/absence-store.ts';
import { lockGamesExclusive } from '../games/locks.ts';
import { isOlder } from '../games/speed.ts';
import type { GameRow } from '../games/store.ts';

export type ResultRow = typeof results.$inferSelect;
export type NewResult = Omit<ResultRow, 'rev'>;

/** The result in force, which is the last revision; null if there is none. */
export async function findResult(db: Db, gameId: string): Promise<ResultRow | null> {
  const [row] = await db.select().from(results).where(eq(results.gameId, gameId)).orderBy(desc(results.rev)).limit(1);
  return row ?? null;
}

/** All revisions of these games' results, in order. */
export async function listResults(db: Db, gameIds: readonly string[]): Promise<ResultRow[]> {
  if (gameIds.length === 0) return [];
  return db
    .select()
    .from(results)
    .where(sql`${results.gameId} = any (${sql.param(gameIds)}::text[])`)
    .orderBy(asc(results.gameId), asc(results.rev));
}

/**
 * Writes the next revision of each game's result. The caller has locked the games, so that two writers cannot use
 * the same number. A game with a result takes no bets any more, because nothing would settle them.
 */
export async function appendResults(tx: Db, revisions: readonly ResultRow[]): Promise<void> {
  if (revisions.length === 0) return;
  await tx.insert(results).values([...revisions]);
  const ids = revisions.map(({ gameId }) => gameId);
  const revs = revisions.map(({ rev }) => rev);
  await tx.execute(sql`
    update ${games} set result_rev = next.rev, betting_locked = true
    from unnest(${sql.param(ids)}::text[], ${sql.param(revs)}::int[]) as next(game_id, rev)
    where ${games.id} = next.game_id`);
}

/** Games whose last result has not been settled everywhere, with its revision, the earliest start first. */
export async function listGamesToSettle(db: Db): Promise<{ gameId: string; rev: number }[]> {
  return db
    .select({ gameId: games.id, rev: games.resultRev })
    .from(games)
    .where(sql`${games.resultRev} > ${games.settledRev}`)
    .orderBy(asc(games.startsAt), asc(games.id));
}

/**
 * The number of legs in these leagues of each of these games that has some. A game gets no further legs after its first
 * result.
 *
 * which  'any' leg counts, or only an 'open' one, which has no grade.
 */
export async function countLegs(
  db: Db,
  gameIds: readonly string[],
  these: OfLeagues,
  which: 'any' | 'open' = 'any',
): Promise<Map<string, number>> {
  if (gameIds.length === 0) return new Map();
  const isOfThese = sql`${legs.gameId} = any (${sql.param(gameIds)}::text[])`;
  const rows = await db
    .select({ id: legs.gameId, legs: count() })
    .from(legs)
    .where(and(these(legs.leagueId), isOfThese, which === 'open' ? isNull(legs.grade) : undefined))
    .groupBy(legs.gameId);
  return new Map(rows.map(({ id, legs: number }) => [id, number]));
}

/** Marks the last result of games without legs as settled. The caller has locked the games. */
export async function markUnbetSettled(tx: Db, gameIds: readonly string[]): Promise<void> {
  await tx
    .update(games)
    .set({ settledRev: sql`${games.resultRev}` })
    .where(sql`${games.id} = any (${sql.param(gameIds)}::text[]) and ${games.resultRev} > ${games.settledRev}`);
}

/** Marks a revision as settled: every leg has been graded on it. A later revision must be settled again. */
export async function markSettled({ withTx }: Database, gameId: string, rev: number): Promise<void> {
  await withTx(async (tx) => {
    await lockGamesExclusive(tx, [gameId]);
    await tx
      .update(games)
      .set({ settledRev: rev })
      .where(and(eq(games.id, gameId), lt(games.settledRev, rev)));
  });
}

/**
 * The start and the teams that open legs of a game without a result were placed on; `absence` is null if its feed lists
 * it.
 */
export type OpenPlacing = {
  game: GameRow;
  placedOn: { originalStart: Date; homeTeamId: string; awayTeamId: string };
  absence: Absence | null;
};

/**
 * Games without a result whose open legs in these leagues may have to be voided: those whose start at the time of placing
 * is over, and those that are another match now. One row for each start and pair of teams that legs were placed on.
 */
export async function listOpenPlacings(db: Db, now: Date, these: OfLeagues): Promise<OpenPlacing[]> {
  const { originalStart, homeTeamId, awayTeamId } = legs;
  const isAsPlaced = and(eq(homeTeamId, games.homeTeamId), eq(awayTeamId, games.awayTeamId));
  const isSwapped = and(eq(homeTeamId, games.awayTeamId), eq(awayTeamId, games.homeTeamId));
  const isAnotherMatch = sql`not (${isAsPlaced} or ${isSwapped})`;
  const rows = await db
    .select({ game: games, placedOn: { originalStart, homeTeamId, awayTeamId } })
    .from(legs)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(
      and(these(legs.leagueId), isNull(legs.grade), eq(games.resultRev, 0), or(lt(originalStart, now), isAnotherMatch)),
    )
    .groupBy(games.id, originalStart, homeTeamId, awayTeamId)
    .orderBy(asc(games.id), asc(originalStart), asc(homeTeamId), asc(awayTeamId));
  return withAbsences(db, rows);
}

/** Needs two queries: on Citus absences lie on the coordinator, and legs on the other machines. */
async function withAbsences<T extends { game: GameRow }>(
  db: Db,
  rows: readonly T[],
): Promise<(T & { absence: Absence | null })[]> {
  const found = await listAbsences(db, [...new Set(rows.map(({ game }) => game.id))]);
  const byGame = new Map(found.map((absence) => [absence.gameId, absence]));
  return rows.map((row) => ({ ...row, absence: byGame.get(row.game.id) ?? null }));
}

/**
 * A game with the number of its open legs and of their leagues. `originalStart` is the earliest that a leg was placed
 * on.
 */
export type GameWithOpenLegs = {
  game: GameRow;
  absence: Absence | null;
  originalStart: Date;
  openLegs: number;
  leagues: number;
};

/**
 * Games with open legs in these leagues whose original start is at least `sinceMs` ago in the game's own time, the
 * oldest first.
 */
export async function listGamesWithOpenLegs(
  db: Db,
  now: Date,
  sinceMs: number,
  these: OfLeagues,
): Promise<GameWithOpenLegs[]> {
  const originalStart = min(legs.originalStart);
  const rows = await db
    .select({ game: games, openLegs: count(), leagues: countDistinct(legs.leagueId), originalStart })
    .from(legs)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(and(these(legs.leagueId), isNull(legs.grade), isOlder(games.id, legs.originalStart, now, sinceMs)))
    .groupBy(games.id)
    .orderBy(asc(originalStart), asc(games.id));
  return withAbsences(
    db,
    rows.map((row) => ({ ...row, originalStart: row.originalStart ?? row.game.startsAt })),
  );
}

/**
 * The number of legs of the game in these leagues that were voided without a result, because it was not played in
 * time. They stay void.
 */
export async function countLegsPastTime(db: Db, gameId: string, these: OfLeagues): Promise<number> {
  return db.$count(
    legs,
    and(these(legs.leagueId), eq(legs.gameId, gameId), isNotNull(legs.grade), isNull(legs.resultRev)),
  );
}

/** Which feeds were polled for the games of which sport since then, whatever they answered. */
export async function listPolled(db: Db, since: Date): Promise<{ feed: string; sport: Sport }[]> {
  return db
    .selectDistinct({ feed: pulls.feed, sport: pulls.sport })
    .from(pulls)
    .where(and(ne(pulls.what, 'odds'), gte(pulls.at, since)));
}
