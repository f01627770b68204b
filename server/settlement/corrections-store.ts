import {
  and,
  asc,
  getTableColumns,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { isAmong, type OfLeagues } from '../db/of-leagues.ts';
import { leagues } from '../db/tables/leagues.ts';
import { corrections, results } from '../db/tables/settlement.ts';
import { legs } from '../db/tables/tickets.ts';
import { excluded } from '../db/upsert.ts';

export type CorrectionRow = typeof corrections.$inferSelect;

function isOneOf(gameId: SQLWrapper, ids: readonly string[]): SQL {
  return sql`${gameId} = any (${sql.param(ids)}::text[])`;
}

const isOpen = ne(corrections.state, 'ignored');

export async function listCorrections(db: Db, gameIds: readonly string[]): Promise<CorrectionRow[]> {
  if (gameIds.length === 0) return [];
  return db.select().from(corrections).where(isOneOf(corrections.gameId, gameIds));
}

/**
 * The corrections that may still become results, by the database's clock, the oldest first. This includes a correction
 * that is ignored before its time is over and not because of an admin's result: it lapsed while the clock was ahead,
 * and the next poll judges it anew.
 */
export async function listOpenCorrections(db: Db): Promise<CorrectionRow[]> {
  const isAgainstAdmin = sql`exists (
    select 1 from ${results}
    where ${results.gameId} = ${corrections.gameId} and ${results.rev} = ${corrections.rev} and ${results.source} = 'admin'
  )`;
  return db
    .select()
    .from(corrections)
    .where(and(or(isOpen, not(isAgainstAdmin)), gt(corrections.until, sql`clock_timestamp()`)))
    .orderBy(asc(corrections.since), asc(corrections.gameId));
}

export async function upsertCorrections(tx: Db, rows: readonly CorrectionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { gameId: _gameId, ...columns } = getTableColumns(corrections);
  await tx
    .insert(corrections)
    .values([...rows])
    .onConflictDoUpdate({ target: corrections.gameId, set: excluded(columns) });
}

export async function deleteCorrections(tx: Db, gameIds: readonly string[]): Promise<void> {
  if (gameIds.length === 0) return;
  await tx.delete(corrections).where(isOneOf(corrections.gameId, gameIds));
}

/** Marks corrections that were neither confirmed nor accepted in time as ignored, and returns them. */
export async function lapseCorrections(db: Db, now: Date): Promise<CorrectionRow[]> {
  return db
    .update(corrections)
    .set({ state: 'ignored' })
    .where(and(isOpen, lte(corrections.until, now)))
    .returning();
}

/**
 * Those of the leagues that have ended, are not final, and have legs that a correction of these games may change. Two
 * statements: see `Reach` in db/reach.ts.
 */
export async function listLeaguesWaiting(
  db: Db,
  gameIds: readonly string[],
  now: Date,
  these: OfLeagues,
): Promise<string[]> {
  if (gameIds.length === 0) return [];
  const mayChange = or(isNull(legs.grade), isNotNull(legs.resultRev));
  const found = await db
    .selectDistinct({ id: legs.leagueId })
    .from(legs)
    .where(and(these(legs.leagueId), isOneOf(legs.gameId, gameIds), mayChange));
  if (found.length === 0) return [];
  const isOne = isAmong(sql.param(found.map(({ id }) => id)));
  const rows = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(and(isOne(leagues.id), lte(leagues.endDate, now), isNull(leagues.finalizedAt)));
  return rows.map(({ id }) => id);
}
