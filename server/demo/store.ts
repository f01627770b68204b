import { and, eq, isNull, lt, notInArray, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { demoLeagues, games, leagues, legs, members, tickets, users } from '../db/tables.ts';

export type DemoLeague = typeof demoLeagues.$inferSelect;

/** Ours alone among the locks of the database. */
const makingLock = 5_016_003;

/** Whether no league is being made anywhere else; none will be until the transaction ends. */
export async function lockMaking(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ held: boolean }>(sql`select pg_try_advisory_xact_lock(${makingLock}) as held`);
  return rows[0]?.held ?? false;
}

export async function insertDemoLeague(tx: Db, league: typeof demoLeagues.$inferInsert): Promise<void> {
  await tx.insert(demoLeagues).values(league);
}

/** Takes the oldest league that waits for a visitor; null when there is none that nobody else takes in this moment. */
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

/** How many leagues wait for a visitor. */
export async function countReady(db: Db): Promise<number> {
  return db.$count(demoLeagues, isNull(demoLeagues.claimedAt));
}

/** Leagues made before one instant that nobody has claimed, and those claimed before another. */
export async function listOldLeagues(db: Db, unclaimedSince: Date, claimedBefore: Date): Promise<string[]> {
  const isForgotten = and(isNull(demoLeagues.claimedAt), lt(demoLeagues.madeAt, unclaimedSince));
  const rows = await db
    .select({ leagueId: demoLeagues.leagueId })
    .from(demoLeagues)
    .where(or(isForgotten, lt(demoLeagues.claimedAt, claimedBefore)));
  return rows.map((row) => row.leagueId);
}

/** Takes a league out of the demo, unless somebody holds it right now: then null, and a later run may try again. */
export async function dropLeague(tx: Db, leagueId: string): Promise<DemoLeague | null> {
  const [held] = await tx
    .select()
    .from(demoLeagues)
    .where(eq(demoLeagues.leagueId, leagueId))
    .for('update', { skipLocked: true });
  if (held) await tx.delete(demoLeagues).where(eq(demoLeagues.leagueId, leagueId));
  return held ?? null;
}

export async function listMemberIds(db: Db, leagueId: string): Promise<string[]> {
  const rows = await db.select({ userId: members.userId }).from(members).where(eq(members.leagueId, leagueId));
  return rows.map((row) => row.userId);
}

/** Removes the users who are in no league any more and manage none; who found another league stays. */
export async function deleteLeagueless(tx: Db, userIds: readonly string[]): Promise<void> {
  const isAmong = (id: SQLWrapper) => sql`${id} = any(${sql.param(userIds)}::uuid[])`;
  const ofLeagues = tx
    .select({ id: members.userId })
    .from(members)
    .where(isAmong(members.userId))
    .unionAll(tx.select({ id: leagues.ownerId }).from(leagues).where(isAmong(leagues.ownerId)));
  // A spread database deletes by what is in all of its leagues only where it asks its machines one after the other.
  await tx.execute(sql`select set_config('citus.multi_shard_modify_mode', 'sequential', true)`);
  await tx.delete(users).where(and(isAmong(users.id), eq(users.isAdmin, false), notInArray(users.id, ofLeagues)));
}

/** A made-up member who still bets, and how many of their open tickets are on games that are live or begin before `until`. */
export type Seat = { leagueId: string; userId: string; isVisitor: boolean; lively: number };

/** The games that this member has open legs on. */
export async function listBacked(db: Db, leagueId: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ gameId: legs.gameId })
    .from(tickets)
    .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), isNull(tickets.grade)));
  return rows.map(({ gameId }) => gameId);
}

/**
 * The members who still bet by themselves: everybody while a league waits for its visitor, the others than the visitor
 * for as long after `claimedSince`.
 */
export async function listSeats(db: Db, claimedSince: Date, until: Date): Promise<Seat[]> {
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
