import { and, asc, eq, getTableColumns, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { games, legs, weeks } from '../db/tables.ts';
import { excluded } from '../db/upsert.ts';
import { feedQuotes, manualQuotes, type QuotedBy, quotedBy } from '../quotes/store.ts';
import { confirmingPolls } from './advance.ts';

export type GameRow = typeof games.$inferSelect;
/** A game with what is offered on it now. */
export type QuotedGame = { game: GameRow } & QuotedBy;

function selectGames(db: Db) {
  return db
    .select({ game: games, feed: feedQuotes, manual: manualQuotes })
    .from(games)
    .leftJoin(feedQuotes, and(eq(feedQuotes.gameId, games.id), eq(feedQuotes.source, 'feed')))
    .leftJoin(manualQuotes, and(eq(manualQuotes.gameId, games.id), eq(manualQuotes.source, 'manual')))
    .$dynamic();
}

/** Games with the quote in force, in the order of their starts. */
async function listGames(db: Db, where: SQL | undefined): Promise<QuotedGame[]> {
  const rows = await selectGames(db).where(where).orderBy(asc(games.startsAt), asc(games.id));
  return rows.map(({ game, feed, manual }) => ({ game, ...quotedBy(feed, manual) }));
}

/** The games of one week; `seasonType` tells weeks of the same number apart. */
export function listWeek(
  db: Db,
  sport: Sport,
  week: number,
  season: number,
  seasonType: GameRow['seasonType'],
): Promise<QuotedGame[]> {
  const type = seasonType === null ? isNull(games.seasonType) : eq(games.seasonType, seasonType);
  return listGames(db, and(eq(games.sport, sport), eq(games.season, season), eq(games.week, week), type));
}

/** The games that start in a span of time, and those still being played. */
export function listSpan(db: Db, sport: Sport, from: Date, to: Date): Promise<QuotedGame[]> {
  const inSpan = and(gte(games.startsAt, from), lt(games.startsAt, to));
  return listGames(db, and(eq(games.sport, sport), or(inSpan, and(eq(games.status, 'live'), lt(games.startsAt, to)))));
}

/**
 * The games with these ids, held against changes until the transaction ends, with the quotes in force once they are.
 * Two statements: one that waits for a hold would still bring the quotes from before its wait.
 */
export async function holdGames(tx: Db, ids: readonly string[]): Promise<QuotedGame[]> {
  const among = inArray(games.id, [...ids]);
  await tx.select({ id: games.id }).from(games).where(among).orderBy(asc(games.id)).for('share');
  const rows = await selectGames(tx).where(among).orderBy(asc(games.id));
  return rows.map(({ game, feed, manual }) => ({ game, ...quotedBy(feed, manual) }));
}

export async function findGame(db: Db, id: string): Promise<GameRow | null> {
  const [row] = await db.select().from(games).where(eq(games.id, id));
  return row ?? null;
}

export async function findGames(db: Db, ids: readonly string[]): Promise<GameRow[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(games)
        .where(inArray(games.id, [...ids]));
}

/** The same rows held for a change, in the order of their ids. */
export async function holdForChange(tx: Db, ids: readonly string[]): Promise<GameRow[]> {
  return tx
    .select()
    .from(games)
    .where(inArray(games.id, [...ids]))
    .orderBy(asc(games.id))
    .for('no key update');
}

export async function upsertGames(tx: Db, rows: readonly GameRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { id: _id, ...columns } = getTableColumns(games);
  await tx
    .insert(games)
    .values([...rows])
    .onConflictDoUpdate({ target: games.id, set: excluded(columns) });
}

/** Notes that a poll still had these games in it. */
export async function notePolled(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(games)
    .set({ polledAt: at })
    .where(inArray(games.id, [...ids]));
}

export async function findWeek(db: Db, sport: Sport) {
  const [row] = await db.select().from(weeks).where(eq(weeks.sport, sport));
  return row ?? null;
}

export async function upsertWeek(db: Db, week: typeof weeks.$inferInsert): Promise<void> {
  const { sport: _sport, ...set } = week;
  await db.insert(weeks).values(week).onConflictDoUpdate({ target: weeks.sport, set });
}

/** The week of the scheduled game that starts next; null when there is none. */
export async function nextScheduledWeek(
  db: Db,
  sport: Sport,
  now: Date,
): Promise<{ week: number; season: number; seasonType: GameRow['seasonType'] } | null> {
  const [row] = await db
    .select({ week: games.week, season: games.season, seasonType: games.seasonType })
    .from(games)
    .where(
      and(
        eq(games.sport, sport),
        eq(games.status, 'scheduled'),
        gte(games.startsAt, now),
        sql`${games.week} is not null`,
      ),
    )
    .orderBy(asc(games.startsAt))
    .limit(1);
  return row && row.week !== null ? { ...row, week: row.week } : null;
}

/**
 * Starts of the sport's games that should have begun and have no confirmed result: what has to be polled.
 * Those with open legs however old, all others for two days.
 */
export async function listUnfinishedStarts(db: Db, sport: Sport, now: Date): Promise<Date[]> {
  const recent = new Date(now.getTime() - 2 * 24 * 3_600_000);
  const unconfirmed = or(
    inArray(games.status, ['scheduled', 'live', 'suspended']),
    and(inArray(games.status, ['final', 'canceled']), lt(games.equalPolls, confirmingPolls)),
  );
  const hasOpenLegs = sql`exists (select 1 from ${legs} where ${legs.gameId} = ${games.id} and ${legs.grade} is null)`;
  const rows = await db
    .selectDistinct({ startsAt: games.startsAt })
    .from(games)
    .where(
      and(
        eq(games.sport, sport),
        lt(games.startsAt, now),
        or(and(unconfirmed, gte(games.startsAt, recent)), hasOpenLegs),
      ),
    );
  return rows.map((row) => row.startsAt);
}
