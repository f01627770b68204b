import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { correctionHours } from '#shared/domain/correction.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { prepared, preparedSql } from '../db/prepared.ts';
import { games, legs, weeks } from '../db/tables.ts';
import { excluded } from '../db/upsert.ts';
import { extraQuotes, feedQuotes, manualQuotes, type QuotedBy, quotedBy } from '../quotes/store.ts';
import { filterWithLegs } from '../settlement/results-store.ts';
import { confirmingPolls } from './next-state.ts';
import { isOlder, isPlayedFaster } from './speed.ts';

export type GameRow = typeof games.$inferSelect;
/** A game with what is offered on it now. */
export type QuotedGame = { game: GameRow } & QuotedBy;
/** A game and when it was found by the database's own clock: for one that is held, the only one that locks it (hardening 0.5). */
export type FoundGame = QuotedGame & { foundAt: Date };

function selectGames(db: Db) {
  return db
    .select({
      game: games,
      feed: feedQuotes,
      manual: manualQuotes,
      extra: extraQuotes,
      foundAt: sql`clock_timestamp()`.mapWith(games.startsAt),
    })
    .from(games)
    .leftJoin(feedQuotes, and(eq(feedQuotes.gameId, games.id), eq(feedQuotes.source, 'feed')))
    .leftJoin(manualQuotes, and(eq(manualQuotes.gameId, games.id), eq(manualQuotes.source, 'manual')))
    .leftJoin(extraQuotes, and(eq(extraQuotes.gameId, games.id), eq(extraQuotes.source, 'extra')))
    .$dynamic();
}

/** Ours: twice the games of the fullest week of college football. A compressed calendar plays a season in hours. */
const listedAtMost = 400;

/** Games with the quote in force, in the order of their starts; the first `listedAtMost`. */
async function listGames(db: Db, where: SQL | undefined): Promise<QuotedGame[]> {
  const rows = await selectGames(db).where(where).orderBy(asc(games.startsAt), asc(games.id)).limit(listedAtMost);
  return rows.map(({ game, ...rest }) => ({ game, ...quotedBy(game.sport, rest) }));
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

/** Every week that any game of the sport is in. */
export async function listWeeks(db: Db, sport: Sport): Promise<{ week: number; season: number }[]> {
  const rows = await db
    .selectDistinct({ season: games.season, week: games.week })
    .from(games)
    .where(and(eq(games.sport, sport), isNotNull(games.week)));
  return rows.flatMap(({ season, week }) => (week === null ? [] : { season, week }));
}

/** The games that start in a span of time, and those still being played. */
export function listSpan(db: Db, sport: Sport, from: Date, to: Date): Promise<QuotedGame[]> {
  const inSpan = and(gte(games.startsAt, from), lt(games.startsAt, to));
  return listGames(db, and(eq(games.sport, sport), or(inSpan, and(eq(games.status, 'live'), lt(games.startsAt, to)))));
}

/**
 * The games with these ids, held against changes until the transaction ends, with the quotes in force once they are.
 * Two statements: one that waits for its turn would still bring the quotes from before its wait.
 */
export async function lockQuotedGames(tx: Db, ids: readonly string[]): Promise<FoundGame[]> {
  await lockGamesShared(tx, ids);
  return listQuotedGames(tx, ids);
}

/** Locks these games against changes, but not against bets, until the transaction ends. */
export function lockGamesShared(tx: Db, ids: readonly string[]): Promise<void> {
  return lockGames(tx, ids, 'share');
}

/** The games with these ids and the quotes in force, in the order of their ids. */
export async function listQuotedGames(db: Db, ids: readonly string[]): Promise<FoundGame[]> {
  const rows = await quotedGames(db, { ids });
  return rows.map(({ game, foundAt, ...rest }) => ({ game, ...quotedBy(game.sport, rest), foundAt }));
}

const isAmong = (ids: SQLWrapper) => sql`${games.id} = any (${ids}::text[])`;
const quotedGames = prepared(['ids'], (tx, { ids }) => selectGames(tx).where(isAmong(ids)).orderBy(asc(games.id)));

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
        .where(isAmong(sql.param(ids)));
}

/** The same rows held for a change, in the order of their ids. All that a transaction changes are held at once. */
export async function lockGameRows(tx: Db, ids: readonly string[]): Promise<GameRow[]> {
  await lockGames(tx, ids, 'change');
  return tx
    .select()
    .from(games)
    .where(isAmong(sql.param(ids)))
    .orderBy(asc(games.id))
    .for('no key update');
}

/** Ours: several times a full slate, and few enough for the database to keep count of; a change of more has the turn of all games. */
const maxLocks = 500;
// Ours: no other advisory lock of two numbers is in use. That of all games comes first, whatever is taken after it.
const allGamesLock = 6;
const gameLocks = 7;

/**
 * Comes back when it is the transaction's turn at these games, and keeps that until it ends: bets share a turn, a change
 * has one alone, and each waits for those before it. The turn is what holds a game for a bet, so that nothing about a game
 * may change but in its turn. Its row is not shared: a row lets in whoever shares it too, so that under bets without a
 * pause a change would wait for ever, and on a spread database two who share any games at once block each other.
 */
async function lockGames(tx: Db, ids: readonly string[], turn: 'share' | 'change'): Promise<void> {
  if (turn === 'share') await lockEachShared(tx, { ids });
  else if (ids.length <= maxLocks) await lockEach(tx, { ids });
  else await lockAll(tx, {});
}

const allGames = sql`select ${allGamesLock}::int as kind, 0 as queue`;
const eachGame = sql`select distinct ${gameLocks}::int, hashtext(id) from unnest(${sql.placeholder('ids')}::text[]) as id`;
const lockEachShared = lockStatement<'ids'>(sql`pg_advisory_xact_lock_shared`, sql`${allGames} union all ${eachGame}`);
const lockEach = lockStatement<'ids'>(sql`pg_advisory_xact_lock`, eachGame);
const lockAll = lockStatement<never>(sql`pg_advisory_xact_lock`, allGames);

/** In the order of their numbers, so that nobody who holds one waits for somebody who waits for it. */
function lockStatement<Name extends string>(take: SQL, turns: SQL) {
  return preparedSql<Name, never>(
    sql`select ${take}(kind, queue) from (${turns} order by 1, 2) as queued(kind, queue)`,
  );
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
export async function recordPolled(db: Db, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(games)
    .set({ polledAt: at })
    .where(isAmong(sql.param(ids)));
}

export async function findWeek(db: Db, sport: Sport) {
  const [row] = await db.select().from(weeks).where(eq(weeks.sport, sport));
  return row ?? null;
}

/** Whether it is another week than was known before. */
export async function upsertWeek(tx: Db, week: typeof weeks.$inferInsert): Promise<boolean> {
  const { sport, ...set } = week;
  const before = await findWeek(tx, sport);
  await tx.insert(weeks).values(week).onConflictDoUpdate({ target: weeks.sport, set });
  return before?.week !== week.week || before.season !== week.season || before.seasonType !== week.seasonType;
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

/** How long a game without open legs is looked for once it should have begun. */
const soughtMs = 2 * 24 * 3_600_000; // ours
/** Ours: how long one that was seen to begin is looked for when it is played faster, since whoever runs a season may sleep. */
const begunSoughtMs = 14 * 24 * 3_600_000;
/** When a game without a result is worth a report, and for how long one is given where nobody has a bet on it. Source: feeds A.5. */
export const stuckFromHours = 24;
const stuckUntilMs = 14 * 24 * 3_600_000;

const isUnconfirmed = or(
  inArray(games.status, ['scheduled', 'live', 'suspended']),
  and(inArray(games.status, ['final', 'canceled']), lt(games.equalPolls, confirmingPolls)),
);
/** No result, or one that waits to be carried to its legs: where legs are open, this holds. */
const isUnsettled = or(eq(games.resultRev, 0), gt(games.resultRev, games.settledRev));

/** Another feed's games are not asked of this one: it knows nothing of them. */
const isOf = (feed: string, sport: Sport) => and(eq(games.sport, sport), like(games.id, `${feed}:%`));

/**
 * Starts of the sport's games of one feed that have begun, or should have, and have no confirmed result: what has to be polled.
 * Those with open legs however old, all others for two days. The latest come first.
 * The two days are of the game's own time. With them the starts that a poll has proposed, so that the next can repeat or take
 * them back.
 *
 * A season that is played faster knows the end of every game: one that was seen to begin is then looked for until it has
 * come. A real feed may never tell it.
 */
export async function listUnfinishedStarts(db: Db, feed: string, sport: Sport, now: Date): Promise<Date[]> {
  const isDue = lt(games.startsAt, now);
  const isRecent = not(isOlder(games.id, games.startsAt, now, soughtMs));
  const hasBegun = and(inArray(games.status, ['live', 'suspended']), gte(games.startsAt, before(now, begunSoughtMs)));
  const isSought = and(
    isUnconfirmed,
    or(isRecent, and(isPlayedFaster(games.id), hasBegun)),
    or(isDue, eq(games.status, 'live')),
  );
  const isProposed = gt(games.proposedPolls, 0);
  // Not `exists`: a spread database does not look into the leagues once for each game (hardening 5).
  const rows = await db
    .select({
      id: games.id,
      startsAt: games.startsAt,
      // One that nothing can accept is not asked for: its day may be years away.
      proposedStart: sql`case when ${isProposed} then ${games.proposedStart} end`.mapWith(games.proposedStart),
      isSought: sql<boolean>`${or(isSought, isProposed)}`,
    })
    .from(games)
    .where(and(isOf(feed, sport), or(isSought, isProposed, and(isDue, isUnsettled))));
  const others = rows.filter((row) => !row.isSought);
  const betOn = new Set(await filterWithLegs(db, idsOf(others), 'open'));
  const found = rows.filter((row) => row.isSought || betOn.has(row.id));
  const proposed = found.flatMap(({ proposedStart }) => (proposedStart ? [{ startsAt: proposedStart }] : []));
  return latestFirst([...found, ...proposed]);
}

/**
 * Starts of games with bets whose result their feed may still correct, but for those in `seen`. The latest come first.
 */
export async function listCorrectableStarts(
  db: Db,
  feed: string,
  sport: Sport,
  now: Date,
  seen: readonly string[],
): Promise<Date[]> {
  const rows = await db
    .select({ id: games.id, startsAt: games.startsAt })
    .from(games)
    .where(
      and(
        isOf(feed, sport),
        inArray(games.status, ['final', 'canceled']),
        not(isOlder(games.id, games.changedAt, now, correctionHours * 3_600_000)),
        not(isAmong(sql.param(seen))),
      ),
    );
  const betOn = new Set(await filterWithLegs(db, idsOf(rows)));
  return latestFirst(rows.filter((row) => betOn.has(row.id)));
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map((row) => row.id);
}

function latestFirst(rows: readonly { startsAt: Date }[]): Date[] {
  return rows.map((row) => row.startsAt).sort((one, other) => other.getTime() - one.getTime());
}

/**
 * Games that should have begun more than a day ago and have no confirmed result, with how many legs wait for it, the
 * oldest first: those with open legs however old, all others for two weeks. The day and the weeks are of the game's own time.
 */
export async function listStuck(db: Db, now: Date): Promise<{ game: GameRow; openLegs: number }[]> {
  const openLegs = count(legs.id);
  const isStuck = isOlder(games.id, games.startsAt, now, stuckFromHours * 3_600_000);
  return db
    .select({ game: games, openLegs })
    .from(games)
    .leftJoin(legs, and(eq(legs.gameId, games.id), isNull(legs.grade)))
    .where(and(isUnconfirmed, eq(games.resultRev, 0), isStuck))
    .groupBy(games.id)
    .having(or(not(isOlder(games.id, games.startsAt, now, stuckUntilMs)), gt(openLegs, 0)))
    .orderBy(asc(games.startsAt), asc(games.id));
}

/** Games that take bets and start within so many milliseconds. */
export async function listStartingSoon(db: Db, now: Date, withinMs: number): Promise<GameRow[]> {
  const until = new Date(now.getTime() + withinMs);
  const isSoon = and(eq(games.status, 'scheduled'), gte(games.startsAt, now), lt(games.startsAt, until));
  return db.select().from(games).where(isSoon).orderBy(asc(games.startsAt), asc(games.id));
}

/** Games that take bets and start from one instant up to another, with the quote in force, in the order of their starts. */
export function listOpenBetween(db: Db, from: Date, to: Date): Promise<QuotedGame[]> {
  const inSpan = and(gte(games.startsAt, from), lt(games.startsAt, to));
  const isOpen = and(
    eq(games.status, 'scheduled'),
    eq(games.bettingLocked, false),
    eq(games.startKnown, true),
    isNull(games.proposedStart),
  );
  return listGames(db, and(isOpen, inSpan));
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
