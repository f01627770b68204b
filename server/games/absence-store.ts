import { and, eq, gt, gte, inArray, isNull, like, lt, lte, type SQL, sql } from 'drizzle-orm';
import { fromFutureMs } from '#shared/domain/from-future.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { absences, games } from '../db/tables/games.ts';
import { pulls } from '../db/tables/pulls.ts';
import { legs } from '../db/tables/tickets.ts';
import { excluded } from '../db/upsert.ts';

/** A game that complete answers of its feed no longer list. `at - since` is how long its absence was observed. */
export type Absence = typeof absences.$inferSelect;

/** The games that an answer of one feed about one sport is about: those that start in its span of time. */
export type AnswerSpan = { feed: string; sport: Sport; from: Date; to: Date };

function isIn({ feed, sport, from, to }: AnswerSpan): SQL | undefined {
  return and(eq(games.sport, sport), like(games.id, `${feed}:%`), gte(games.startsAt, from), lt(games.startsAt, to));
}

/** The games of the span with open legs in these leagues and no result that should have started before `at`. */
export async function listAwaited(db: Db, span: AnswerSpan, at: Date, these: OfLeagues): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: games.id })
    .from(legs)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(and(these(legs.leagueId), isNull(legs.grade), isIn(span), lt(games.startsAt, at), eq(games.resultRev, 0)));
  return rows.map(({ id }) => id);
}

/** Whether a game of the span has a result. */
export async function hasResults(db: Db, span: AnswerSpan): Promise<boolean> {
  return (await db.$count(games, and(isIn(span), gt(games.resultRev, 0)))) > 0;
}

/** Whether a pull of the feed about this sport listed a game between two instants. */
export async function hasListedGames(db: Db, feed: string, sport: Sport, from: Date, to: Date): Promise<boolean> {
  const isOf = and(eq(pulls.feed, feed), eq(pulls.sport, sport), gt(pulls.seen, 0));
  const [found] = await db
    .select({ id: pulls.id })
    .from(pulls)
    .where(and(isOf, gte(pulls.at, from), lte(pulls.at, to)))
    .limit(1);
  return found !== undefined;
}

export async function listAbsences(db: Db, gameIds: readonly string[]): Promise<Absence[]> {
  if (gameIds.length === 0) return [];
  return db
    .select()
    .from(absences)
    .where(inArray(absences.gameId, [...gameIds]));
}

/**
 * Upserts absences, unless the stored one is newer. A stored one from the future, by a clock that was ahead, is
 * replaced.
 */
export async function upsertAbsences(db: Db, rows: readonly Absence[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insert(absences)
    .values([...rows])
    .onConflictDoUpdate({
      target: absences.gameId,
      set: excluded({ since: absences.since, at: absences.at }),
      setWhere: sql`${absences.at} < excluded.at
        or ${absences.at} >= excluded.at + make_interval(secs => ${fromFutureMs / 1_000})`,
    });
}

/** Deletes the absences of games that an answer lists again. */
export async function deleteAbsences(db: Db, gameIds: readonly string[]): Promise<void> {
  await db.delete(absences).where(sql`${absences.gameId} = any (${sql.param(gameIds)}::text[])`);
}
