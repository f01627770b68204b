import { randomInt } from 'node:crypto';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { joinCodeAlphabet, joinCodeLength } from '#shared/api/groups.ts';
import { startingBalance } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { joinCodes, leagues, members, tickets, users } from '../db/tables.ts';

export type LeagueRow = typeof leagues.$inferSelect & { joinCode: string; openTickets: number };

/** Codes of 6 out of 31 are 887 million: a free one is found at once unless there are that many leagues. */
const codeTries = 20;

const openTickets = sql<number>`(
  select count(*)::int from ${tickets} t where t.league_id = ${leagues.id} and t.grade is null
)`;

export async function insertLeague(tx: Db, league: Omit<typeof leagues.$inferInsert, 'createdAt'>): Promise<void> {
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

export async function findLeague(db: Db, leagueId: string): Promise<LeagueRow | null> {
  const [row] = await db
    .select({ league: leagues, joinCode: joinCodes.code, openTickets })
    .from(leagues)
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(eq(leagues.id, leagueId));
  return row ? { ...row.league, joinCode: row.joinCode, openTickets: row.openTickets } : null;
}

/** The league with its row held against edits until the transaction ends; null when it is gone. */
export async function holdLeague(tx: Db, leagueId: string) {
  const [row] = await tx.select().from(leagues).where(eq(leagues.id, leagueId)).for('share');
  return row ?? null;
}

/** Whether the user was new to the league; a member who was removed is not. */
export async function insertMember(tx: Db, leagueId: string, userId: string): Promise<boolean> {
  const [row] = await tx
    .insert(members)
    .values({ leagueId, userId, available: startingBalance })
    .onConflictDoNothing({ target: [members.leagueId, members.userId] })
    .returning({ userId: members.userId });
  return row !== undefined;
}

/** The membership row, a removed one included; null for who never joined. */
export async function findMember(db: Db, leagueId: string, userId: string) {
  const [row] = await db
    .select({ userId: members.userId, removedAt: members.removedAt })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)));
  return row ?? null;
}

/** The leagues that a user is a member of, oldest membership first, with that member's own money. */
export async function listMemberships(db: Db, userId: string) {
  const memberCount = sql<number>`(
    select count(*)::int from ${members} c where c.league_id = ${leagues.id} and c.removed_at is null
  )`;
  const rows = await db
    .select({ league: leagues, joinCode: joinCodes.code, openTickets, memberCount, member: members })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .innerJoin(joinCodes, eq(joinCodes.leagueId, leagues.id))
    .where(and(eq(members.userId, userId), isNull(members.removedAt)))
    .orderBy(asc(members.joinedAt), asc(leagues.id));
  return rows.map(({ league, joinCode, openTickets: open, ...rest }) => ({
    ...rest,
    league: { ...league, joinCode, openTickets: open },
  }));
}

/** Every present member with money and settled record, plus how many tickets are still open. */
export async function listStandings(db: Db, leagueId: string) {
  const records = db
    .select({
      userId: tickets.userId,
      wins: sql<number>`(count(*) filter (where ${tickets.grade} = 'won'))::int`.as('wins'),
      losses: sql<number>`(count(*) filter (where ${tickets.grade} = 'lost'))::int`.as('losses'),
      settled: sql<number>`(count(${tickets.grade}))::int`.as('settled'),
      open: sql<number>`(count(*) filter (where ${tickets.grade} is null))::int`.as('open'),
    })
    .from(tickets)
    .where(eq(tickets.leagueId, leagueId))
    .groupBy(tickets.userId)
    .as('records');
  return db
    .select({
      userId: members.userId,
      displayName: members.displayName,
      available: members.available,
      pending: members.pending,
      firstName: users.firstName,
      email: users.email,
      wins: sql<number>`coalesce(${records.wins}, 0)`,
      losses: sql<number>`coalesce(${records.losses}, 0)`,
      settled: sql<number>`coalesce(${records.settled}, 0)`,
      open: sql<number>`coalesce(${records.open}, 0)`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(records, eq(records.userId, members.userId))
    .where(and(eq(members.leagueId, leagueId), isNull(members.removedAt)))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}
