import { and, asc, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { FairPlay } from '#shared/domain/fair-play.ts';
import { joinCodeAlphabet, joinCodeLength } from '#shared/domain/join-code.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { presetNow } from '../db/clock.ts';
import type { Database, Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { conditionsOf, isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { prepared } from '../db/prepared.ts';
import { finalStandings, joinCodes, leagues, members } from '../db/tables/leagues.ts';
import { tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import { randomBelow } from '../lib/ids.ts';
import { listLeagueIdsOf } from './memberships-store.ts';

export type BareLeague = typeof leagues.$inferSelect;
/** The parts of a member's name; `displayName` is that of the league. */
export type Named = { displayName: string | null; firstName: string | null; email: string };

export type LeagueRow = BareLeague & {
  joinCode: string;
  /** 0 before the league has ended and once it is final. */
  openTickets: number;
  /** The eligible members with the highest balance of the frozen standings, with their current names; empty before. */
  champions: (Named & { userId: string; balance: number })[];
  /** The present managers, and the present member to whom the league is offered, with their current names. */
  runners: (Named & { userId: string; isManager: boolean })[];
};
/** Chosen: 6 of 31 characters make 887 million codes, so the first try nearly always finds a free one. */
const codeTries = 20;

/**
 * The number of open tickets, counted only between a league's end and its frozen standings; else 0. In an open league
 * the number would reveal bets of others, and counting could take long.
 */
const openTickets = (now: Date, isOf: OfLeagues) => sql<number>`case
  when ${leagues.endDate} <= ${now.toISOString()}::timestamptz and ${leagues.finalizedAt} is null
  then (
    select count(*)::int from ${tickets} t
    where ${isOf(sql`t.league_id`)} and t.league_id = ${leagues.id} and t.grade is null
  ) else 0 end`;

const champions = (isOf: OfLeagues) => sql<LeagueRow['champions']>`(
  select coalesce(json_agg(json_build_object(
    'userId', u.id, 'displayName', m.display_name, 'firstName', u.first_name, 'email', u.email, 'balance', f.balance_cents
  ) order by m.joined_at, m.user_id), '[]')
  from ${finalStandings} f
  join ${members} m on m.league_id = f.league_id and m.user_id = f.user_id
  join ${users} u on u.id = f.user_id
  where ${isOf(sql`f.league_id`)} and f.league_id = ${leagues.id} and f.is_eligible and f.balance_cents = (
    select max(b.balance_cents) from ${finalStandings} b
    where ${isOf(sql`b.league_id`)} and b.league_id = ${leagues.id} and b.is_eligible
  )
)`;

const runners = (isOf: OfLeagues) => sql<LeagueRow['runners']>`(
  select coalesce(json_agg(json_build_object(
    'userId', u.id, 'displayName', m.display_name, 'firstName', u.first_name, 'email', u.email, 'isManager', m.is_manager
  ) order by m.joined_at, m.user_id), '[]')
  from ${members} m
  join ${users} u on u.id = m.user_id
  where ${isOf(sql`m.league_id`)} and m.league_id = ${leagues.id} and m.removed_at is null
    and (m.is_manager or m.user_id = ${leagues.offeredTo})
)`;

/** The columns of a `LeagueRow`. The query must join the league's join code, and be of these leagues. */
const leagueColumns = (now: Date, isOf: OfLeagues) => ({
  ...getTableColumns(leagues),
  joinCode: joinCodes.code,
  openTickets: openTickets(now, isOf),
  champions: champions(isOf),
  runners: runners(isOf),
});

/** The options of a stored league. */
export function fairPlayOf(league: Pick<BareLeague, keyof FairPlay>): FairPlay {
  const { activeWeeksPct, maxInPlayPct, lateStart, rescue, maxLegs } = league;
  return { activeWeeksPct, maxInPlayPct, lateStart, rescue: rescue === null ? null : cents(rescue), maxLegs };
}

/** Whether a bet was placed in the league. The caller has locked it exclusively, so that none is placed meanwhile. */
export async function hasTickets(tx: Db, leagueId: string): Promise<boolean> {
  const [row] = await tx.select({ id: tickets.id }).from(tickets).where(eq(tickets.leagueId, leagueId)).limit(1);
  return row !== undefined;
}

export async function insertLeague(tx: Db, league: typeof leagues.$inferInsert): Promise<void> {
  await tx.insert(leagues).values({ createdAt: presetNow(tx) ?? undefined, ...league });
}

/** Inserts a join code for the league, unique over all leagues, and returns it. */
export async function insertJoinCode(tx: Db, leagueId: string): Promise<string> {
  for (let tries = 0; tries < codeTries; tries += 1) {
    const code = Array.from(
      { length: joinCodeLength },
      () => joinCodeAlphabet[randomBelow(joinCodeAlphabet.length)],
    ).join('');
    const [row] = await tx
      .insert(joinCodes)
      .values({ code, leagueId })
      .onConflictDoNothing({ target: joinCodes.code })
      .returning();
    if (row) return row.code;
  }
  throw new Error('no free join code found');
}

export async function findLeagueIdByCode(db: Db, code: string): Promise<string | null> {
  const [row] = await db.select().from(joinCodes).where(eq(joinCodes.code, code));
  return row?.leagueId ?? null;
}

/** Locks the league against other joins until the transaction ends. */
export async function lockJoins(tx: Db, leagueId: string): Promise<void> {
  await lockNamed(tx, 'joins', [leagueId]);
}

export async function countMembers(db: Db, leagueId: string): Promise<number> {
  return db.$count(members, and(eq(members.leagueId, leagueId), isNull(members.removedAt)));
}

/**
 * The number of leagues that the user is a present member of, and of those that the user owns: owners are members.
 * Leagues of lost machines are not counted: meanwhile the user may get into more leagues than are allowed.
 */
export async function countLeaguesOf(
  db: Db,
  machines: Database['machines'],
  userId: string,
): Promise<{ owned: number; joined: number }> {
  const leagueIds = machines.reachable(await listLeagueIdsOf(db, userId));
  const counted = { owned: 0, joined: 0 };
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const [row] = await db
      .select({
        joined: count(),
        owned: sql<number>`(count(*) filter (where ${leagues.ownerId} = ${userId}))::int`,
      })
      .from(members)
      .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, members.leagueId)))
      .where(and(isOf(members.leagueId), eq(members.userId, userId), isNull(members.removedAt)));
    counted.joined += row?.joined ?? 0;
    counted.owned += row?.owned ?? 0;
  }
  return counted;
}

/** The names of those of the leagues that the user owns and that are not final, in order. */
export async function listUnfinishedOf(
  db: Db,
  machines: Database['machines'],
  leagueIds: readonly string[],
  userId: string,
): Promise<string[]> {
  const names: string[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) {
    const rows = await db
      .select({ name: leagues.name, finalizedAt: leagues.finalizedAt })
      .from(leagues)
      .where(and(isOf(leagues.id), eq(leagues.ownerId, userId)));
    names.push(...rows.filter(({ finalizedAt }) => finalizedAt === null).map(({ name }) => name));
  }
  return names.sort();
}

/** The league's own row, without what is counted or joined; null if it is deleted. */
export async function findBareLeague(db: Db, leagueId: string): Promise<BareLeague | null> {
  const [row] = await db.select().from(leagues).where(eq(leagues.id, leagueId));
  return row ?? null;
}

export async function findLeague(db: Db, leagueId: string, now: Date): Promise<LeagueRow | null> {
  const [row] = await db
    .select(leagueColumns(now, isOnly(leagueId)))
    .from(leagues)
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(eq(leagues.id, leagueId));
  return row ?? null;
}

/**
 * Locks the league's row until the transaction ends and returns it; null when the league is deleted. Bets and joins
 * take `share`, which prevents changes of the league. `update` is exclusive: it waits for the shared locks and blocks
 * new ones.
 */
export async function lockLeague(
  tx: Db,
  leagueId: string,
  strength: 'share' | 'update' = 'share',
): Promise<BareLeague | null> {
  const [row] = await lockedLeague[strength](tx, { leagueId });
  return row ?? null;
}

const lockingQuery = (strength: 'share' | 'update') =>
  prepared(['leagueId'], (tx, { leagueId }) => tx.select().from(leagues).where(eq(leagues.id, leagueId)).for(strength));
const lockedLeague = { share: lockingQuery('share'), update: lockingQuery('update') };

/** Updates the given settings and no others. */
export async function updateLeagueRow(
  tx: Db,
  leagueId: string,
  settings: Partial<Omit<BareLeague, 'id' | 'createdAt' | 'finalizedAt'>>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await tx.update(leagues).set(settings).where(eq(leagues.id, leagueId));
}

/** Replaces the league's join code and returns the new one. */
export async function replaceJoinCode(tx: Db, leagueId: string): Promise<string> {
  await tx.delete(joinCodes).where(eq(joinCodes.leagueId, leagueId));
  return insertJoinCode(tx, leagueId);
}

/** Inserts a new member with the money that the caller grants. */
export async function insertMember(
  tx: Db,
  { given, ...member }: { leagueId: string; userId: string; given: Cents; isGuest: boolean },
): Promise<void> {
  await tx.insert(members).values({ ...member, given, available: given, joinedAt: presetNow(tx) ?? undefined });
}

/** Available + pending of each present member. */
export async function listTotals(db: Db, leagueId: string): Promise<Cents[]> {
  const rows = await db
    .select({ total: sql<number>`(${members.available} + ${members.pending})::float8` })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), isNull(members.removedAt)));
  return rows.map(({ total }) => cents(total));
}

/** The membership and role of a user, also of a removed one, with the league's owner; null if the user never joined. */
export async function findMember(db: Db, leagueId: string, userId: string) {
  const [row] = await membership(db, { leagueId, userId });
  return row ?? null;
}

const membership = prepared(['leagueId', 'userId'], (db, { leagueId, userId }) =>
  db
    .select({
      userId: members.userId,
      removedAt: members.removedAt,
      isRescued: members.isRescued,
      isManager: members.isManager,
      ownerId: leagues.ownerId,
    })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId))),
);

/**
 * The membership of a user, also of a removed one, with the names that a reply about a bet shows; null if the user never
 * joined. `memberName` is the name in the league, null for that of the account.
 */
export async function findNamedMember(db: Db, leagueId: string, userId: string) {
  const [row] = await namedMembership(db, { leagueId, userId });
  return row ?? null;
}

/** The fields of a bettor's account that a bet shows. */
export const userOfBet = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  email: users.email,
};

const namedMembership = prepared(['leagueId', 'userId'], (db, { leagueId, userId }) =>
  db
    .select({
      removedAt: members.removedAt,
      memberName: members.displayName,
      user: userOfBet,
    })
    .from(members)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId))),
);

const isPresent = (leagueId: string, userId: string) =>
  and(eq(members.leagueId, leagueId), eq(members.userId, userId), isNull(members.removedAt));

/** Sets a member's display name; false if the user is not a present member. */
export async function setMemberName(db: Db, leagueId: string, userId: string, displayName: string): Promise<boolean> {
  const named = await db
    .update(members)
    .set({ displayName })
    .where(isPresent(leagueId, userId))
    .returning({ userId: members.userId });
  return named.length === 1;
}

/** Clears a member's display name, also that of a removed one. */
export async function clearMemberName(tx: Db, leagueId: string, userId: string): Promise<void> {
  await tx
    .update(members)
    .set({ displayName: null })
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)));
}

/** Makes a manager of a present member, or takes the role back. */
export async function setManager(tx: Db, leagueId: string, userId: string, isManager: boolean): Promise<void> {
  await tx.update(members).set({ isManager }).where(isPresent(leagueId, userId));
}

/** The ids of the managers; a removed member is none. */
export async function listManagerIds(tx: Db, leagueId: string): Promise<string[]> {
  const isManager = and(eq(members.leagueId, leagueId), eq(members.isManager, true));
  const rows = await tx.select({ userId: members.userId }).from(members).where(isManager);
  return rows.map(({ userId }) => userId);
}

/** Marks a present member as removed and returns their money in Cents; null if the user is not a present member. */
export async function markRemoved(
  tx: Db,
  leagueId: string,
  userId: string,
): Promise<{ available: number; pending: number } | null> {
  const [row] = await tx
    .update(members)
    .set({ removedAt: sql`now()`, isManager: false })
    .where(isPresent(leagueId, userId))
    .returning({ available: members.available, pending: members.pending });
  return row ?? null;
}

/** Those of the leagues that a user is a present member of, oldest membership first, with the user's own money. */
export async function listMemberships(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  userId: string,
  now: Date,
) {
  const found: MembershipRow[][] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isWhole)) found.push(await membershipsIn(db, isOf, userId, now));
  const oldestFirst = (one: MembershipRow, other: MembershipRow) =>
    one.member.joinedAt.getTime() - other.member.joinedAt.getTime() || one.league.id.localeCompare(other.league.id);
  return found.length > 1 ? found.flat().sort(oldestFirst) : found.flat();
}

type MembershipRow = Awaited<ReturnType<typeof membershipsIn>>[number];

async function membershipsIn(db: Db, isOf: OfLeagues, userId: string, now: Date) {
  const memberCount = sql<number>`(
    select count(*)::int from ${members} c
    where ${isOf(sql`c.league_id`)} and c.league_id = ${leagues.id} and c.removed_at is null
  )`;
  return db
    .select({ league: leagueColumns(now, isOf), memberCount, member: members })
    .from(members)
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, members.leagueId)))
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(and(isOf(members.leagueId), eq(members.userId, userId), isNull(members.removedAt)))
    .orderBy(asc(members.joinedAt), asc(leagues.id));
}

/** The money of all members, removed ones included, oldest membership first. */
export async function listFunds(db: Db, leagueId: string) {
  return db
    .select({
      userId: members.userId,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
      available: members.available,
      pending: members.pending,
      removedAt: members.removedAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.leagueId, leagueId))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}
