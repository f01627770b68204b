import { randomInt } from 'node:crypto';
import { and, asc, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { joinCodeAlphabet, joinCodeLength } from '#shared/api/groups.ts';
import { startingBalance } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { finalStandings, joinCodes, leagues, members, tickets, users } from '../db/tables.ts';

export type BareLeague = typeof leagues.$inferSelect;
/** What a member's shown name is made of. */
export type Named = { displayName: string | null; firstName: string | null; email: string };

export type LeagueRow = BareLeague & {
  joinCode: string;
  /** 0 before the league has ended and once it is final. */
  openTickets: number;
  /** First in the frozen standings, under the names of today; none before. */
  champions: (Named & { userId: string; balance: number })[];
};
/** Codes of 6 out of 31 are 887 million: a free one is found at once unless there are that many leagues. */
const codeTries = 20;

/**
 * Counted only between the end of a league and its standings: before, how many there are is nobody's business, since it
 * would tell of others' bets, and an open league may have any number of them.
 */
const openTickets = (now: Date) => sql<number>`case
  when ${leagues.endDate} <= ${now.toISOString()}::timestamptz and ${leagues.finalizedAt} is null
  then (select count(*)::int from ${tickets} t where t.league_id = ${leagues.id} and t.grade is null) else 0 end`;

const champions = sql<LeagueRow['champions']>`(
  select coalesce(json_agg(json_build_object(
    'userId', u.id, 'displayName', m.display_name, 'firstName', u.first_name, 'email', u.email, 'balance', f.balance_cents
  ) order by m.joined_at, m.user_id), '[]')
  from ${finalStandings} f
  join ${members} m on m.league_id = f.league_id and m.user_id = f.user_id
  join ${users} u on u.id = f.user_id
  where f.league_id = ${leagues.id} and f.rank = 1
)`;

/** A league as `LeagueRow`, from a query that joins its code. */
const leagueColumns = (now: Date) => ({
  ...getTableColumns(leagues),
  joinCode: joinCodes.code,
  openTickets: openTickets(now),
  champions,
});

export async function insertLeague(tx: Db, league: typeof leagues.$inferInsert): Promise<void> {
  await tx.insert(leagues).values(league);
}

/** A new code for the league, unique over all of them. */
export async function insertJoinCode(tx: Db, leagueId: string): Promise<string> {
  for (let tries = 0; tries < codeTries; tries += 1) {
    const code = Array.from(
      { length: joinCodeLength },
      () => joinCodeAlphabet[randomInt(joinCodeAlphabet.length)],
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

/** The same with the code's row held until the transaction ends. */
export async function lockJoinCode(tx: Db, code: string): Promise<string | null> {
  const [row] = await tx.select().from(joinCodes).where(eq(joinCodes.code, code)).for('update');
  return row?.leagueId ?? null;
}

export async function countMembers(db: Db, leagueId: string): Promise<number> {
  return db.$count(members, and(eq(members.leagueId, leagueId), isNull(members.removedAt)));
}

/** How many leagues the user is a present member of, and how many of these they own: owners are members for good. */
export async function countLeaguesOf(db: Db, userId: string): Promise<{ owned: number; joined: number }> {
  const [row] = await db
    .select({
      joined: count(),
      owned: sql<number>`(count(*) filter (where ${leagues.ownerId} = ${userId}))::int`,
    })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .where(and(eq(members.userId, userId), isNull(members.removedAt)));
  return row ?? { owned: 0, joined: 0 };
}

export async function findLeague(db: Db, leagueId: string, now: Date): Promise<LeagueRow | null> {
  const [row] = await db
    .select(leagueColumns(now))
    .from(leagues)
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(eq(leagues.id, leagueId));
  return row ?? null;
}

/**
 * The league with its row held until the transaction ends; null when it is gone. `share` keeps it from being changed,
 * as everything that bets or joins needs; `update` waits for all of these and keeps further ones waiting.
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

/** Changes the settings that are given. */
export async function updateLeagueRow(
  tx: Db,
  leagueId: string,
  settings: Partial<Omit<BareLeague, 'id' | 'ownerId' | 'createdAt' | 'finalizedAt'>>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await tx.update(leagues).set(settings).where(eq(leagues.id, leagueId));
}

/** A new code in place of the league's old one. */
export async function replaceJoinCode(tx: Db, leagueId: string): Promise<string> {
  await tx.delete(joinCodes).where(eq(joinCodes.leagueId, leagueId));
  return insertJoinCode(tx, leagueId);
}

/** Whether the user was new to the league; a member who was removed is not. `at` null is now. */
export async function insertMember(tx: Db, leagueId: string, userId: string, at: Date | null): Promise<boolean> {
  const [row] = await tx
    .insert(members)
    .values({ leagueId, userId, available: startingBalance, ...(at && { joinedAt: at }) })
    .onConflictDoNothing({ target: [members.leagueId, members.userId] })
    .returning({ userId: members.userId });
  return row !== undefined;
}

/** The membership row with the league's owner, a removed one included; null for who never joined. */
export async function findMember(db: Db, leagueId: string, userId: string) {
  const [row] = await membership(db, { leagueId, userId });
  return row ?? null;
}

const membership = prepared(['leagueId', 'userId'], (db, { leagueId, userId }) =>
  db
    .select({ userId: members.userId, removedAt: members.removedAt, ownerId: leagues.ownerId })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId))),
);

const isPresent = (leagueId: string, userId: string) =>
  and(eq(members.leagueId, leagueId), eq(members.userId, userId), isNull(members.removedAt));

/** False, changing nothing, when the user is no present member. */
export async function setMemberName(db: Db, leagueId: string, userId: string, displayName: string): Promise<boolean> {
  const named = await db
    .update(members)
    .set({ displayName })
    .where(isPresent(leagueId, userId))
    .returning({ userId: members.userId });
  return named.length === 1;
}

/** Marks a present member as removed; returns what they leave with, in Cents, and null when there is no such member. */
export async function markRemoved(
  tx: Db,
  leagueId: string,
  userId: string,
): Promise<{ available: number; pending: number } | null> {
  const [row] = await tx
    .update(members)
    .set({ removedAt: sql`now()` })
    .where(isPresent(leagueId, userId))
    .returning({ available: members.available, pending: members.pending });
  return row ?? null;
}

/** The leagues that a user is a member of, oldest membership first, with that member's own money. */
export async function listMemberships(db: Db, userId: string, now: Date) {
  const memberCount = sql<number>`(
    select count(*)::int from ${members} c where c.league_id = ${leagues.id} and c.removed_at is null
  )`;
  return db
    .select({ league: leagueColumns(now), memberCount, member: members })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(and(eq(members.userId, userId), isNull(members.removedAt)))
    .orderBy(asc(members.joinedAt), asc(leagues.id));
}

/** The money of everybody who ever was a member, oldest membership first. */
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
