import { and, eq, isNull, lt, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import { deletePersonalRows } from '../account/personal-store.ts';
import type { Db } from '../db/connection.ts';
import { demoLeagues } from '../db/tables/demo.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { joinRequests } from '../db/tables/requests.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import { deleteMembershipsOf } from '../leagues/memberships-store.ts';

export type DemoLeague = typeof demoLeagues.$inferSelect;

/** Chosen: the key of this advisory lock. No other lock of the database uses it. */
const makingLock = 5_016_003;

/** Takes the lock for making a demo league until the transaction ends; false if another transaction has it. */
export async function lockMaking(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${makingLock}) as locked`,
  );
  return rows[0]?.locked ?? false;
}

export async function insertDemoLeague(tx: Db, league: typeof demoLeagues.$inferInsert): Promise<void> {
  await tx.insert(demoLeagues).values(league);
}

/**
 * Claims the oldest league that waits for a visitor; null if there is none. Skips leagues that another transaction is
 * claiming.
 */
export async function claimLeague(db: Db): Promise<DemoLeague | null> {
  const oldest = db
    .select({ leagueId: demoLeagues.leagueId })
    .from(demoLeagues)
    .where(isNull(demoLeagues.claimedAt))
    .orderBy(demoLeagues.madeAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(demoLeagues)
    .set({ claimedAt: sql`clock_timestamp()` })
    .where(eq(demoLeagues.leagueId, sql`(${oldest})`))
    .returning();
  return claimed ?? null;
}

/** The number of leagues that wait for a visitor. */
export async function countReady(db: Db): Promise<number> {
  return db.$count(demoLeagues, isNull(demoLeagues.claimedAt));
}

/** Unclaimed leagues that were made before `madeBefore`, and leagues that were claimed before `claimedBefore`. */
export async function listOldLeagues(db: Db, madeBefore: Date, claimedBefore: Date): Promise<string[]> {
  const isStale = and(isNull(demoLeagues.claimedAt), lt(demoLeagues.madeAt, madeBefore));
  const rows = await db
    .select({ leagueId: demoLeagues.leagueId })
    .from(demoLeagues)
    .where(or(isStale, lt(demoLeagues.claimedAt, claimedBefore)));
  return rows.map((row) => row.leagueId);
}

/** Deletes a league's row of the demo. Returns null if the row is locked: a later run tries again. */
export async function dropLeague(tx: Db, leagueId: string): Promise<DemoLeague | null> {
  const [row] = await tx
    .select()
    .from(demoLeagues)
    .where(eq(demoLeagues.leagueId, leagueId))
    .for('update', { skipLocked: true });
  if (row) await tx.delete(demoLeagues).where(eq(demoLeagues.leagueId, leagueId));
  return row ?? null;
}

export async function listMemberIds(db: Db, leagueId: string): Promise<string[]> {
  const rows = await db.select({ userId: members.userId }).from(members).where(eq(members.leagueId, leagueId));
  return rows.map((row) => row.userId);
}

/**
 * Deletes those of these users who are in no league, own none and wait to be let into none. Visitors who joined another
 * league stay, and so do admins.
 */
export async function deleteLeagueless(tx: Db, userIds: readonly string[]): Promise<void> {
  const isAmong = (id: SQLWrapper) => sql`${id} = any(${sql.param(userIds)}::uuid[])`;
  const stillNeeded = tx
    .select({ id: members.userId })
    .from(members)
    .where(isAmong(members.userId))
    .unionAll(tx.select({ id: leagues.ownerId }).from(leagues).where(isAmong(leagues.ownerId)))
    .unionAll(tx.select({ id: joinRequests.userId }).from(joinRequests).where(isAmong(joinRequests.userId)));
  // Citus allows a delete that depends on rows of all shards only in sequential mode.
  await tx.execute(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
  const deleted = await tx
    .delete(users)
    .where(and(isAmong(users.id), eq(users.isAdmin, false), notInArray(users.id, stillNeeded)))
    .returning({ id: users.id });
  const ids = deleted.map(({ id }) => id);
  await deleteMembershipsOf(tx, ids);
  await deletePersonalRows(tx, ids);
}

/**
 * A member of a demo league for whom the worker places bets. `isVisitor`: the account that a visitor gets, in a league
 * that still waits for one. `lively`: open tickets on games that are live or start soon.
 */
export type Bettor = { leagueId: string; userId: string; isVisitor: boolean; lively: number };

/** The games on which this member has open tickets. */
export async function listGamesBetOn(db: Db, leagueId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ gameId: legs.gameId })
    .from(tickets)
    .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), isNull(tickets.grade)));
  return rows.map(({ gameId }) => gameId);
}

/**
 * The members for whom the worker places bets: all members of a league that waits for its visitor, and all but the
 * visitor of a league that was claimed after `claimedSince`. A game that starts before `until` starts soon.
 */
export async function listBettors(db: Db, claimedSince: Date, until: Date): Promise<Bettor[]> {
  const isVisitor = sql<boolean>`${members.userId} = ${demoLeagues.visitorId}`;
  const isPlaying = or(
    isNull(demoLeagues.claimedAt),
    and(sql`${demoLeagues.claimedAt} > ${claimedSince.toISOString()}`, sql`not ${isVisitor}`),
  );
  const isLively = and(
    isNull(tickets.grade),
    or(eq(games.status, 'live'), and(eq(games.status, 'scheduled'), lt(games.startsAt, until))),
  );
  return db
    .select({
      leagueId: members.leagueId,
      userId: members.userId,
      isVisitor,
      lively: sql<number>`(count(distinct ${tickets.id}) filter (where ${isLively}))::int`,
    })
    .from(demoLeagues)
    .innerJoin(members, and(eq(members.leagueId, demoLeagues.leagueId), isNull(members.removedAt)))
    .leftJoin(
      tickets,
      and(eq(tickets.leagueId, members.leagueId), eq(tickets.userId, members.userId), isNull(tickets.grade)),
    )
    .leftJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .leftJoin(games, eq(games.id, legs.gameId))
    .where(isPlaying)
    .groupBy(members.leagueId, members.userId, demoLeagues.visitorId)
    .orderBy(members.leagueId, members.userId);
}
