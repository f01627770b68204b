import { randomInt } from 'node:crypto';
import { and, asc, count, eq, getTableColumns, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import { joinCodeAlphabet, joinCodeLength } from '#shared/api/groups.ts';
import { startingBalance } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { finalStandings, joinCodes, leagues, members, tickets, users } from '../db/tables.ts';
import { partlyVisibleTo } from '../tickets/visible.ts';

type BareLeague = typeof leagues.$inferSelect;
type Named = { displayName: string | null; firstName: string | null; email: string };

export type LeagueRow = BareLeague & {
  joinCode: string;
  /** 0 before the league has ended and once it is final. */
  openTickets: number;
  /** First in the frozen standings, under the names of today; none before. */
  champions: (Named & { userId: string; balance: number })[];
};

/** A row of the standings as they are now: money in Cents, won and lost tickets, and how many were settled. */
export type StandingRow = Named & {
  userId: string;
  available: number;
  pending: number;
  wins: number;
  losses: number;
  bets: number;
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

/** How much there is in a league; `staked` of all tickets, `available` and `pending` of all members, in Cents. */
export type LockedContents = {
  tickets: number;
  openTickets: number;
  staked: number;
  members: number;
  available: number;
  pending: number;
};

/** Holds everything in a league that settling holds, in the same order (hardening C7), and counts it. */
export async function lockContents(tx: Db, leagueId: string): Promise<LockedContents> {
  const count = sql<number>`count(*)::int`;
  const sum = (amount: SQLWrapper) => sql<number>`coalesce(sum(${amount}), 0)::float8`;
  const heldTickets = tx
    .$with('held_tickets')
    .as(
      tx
        .select({ grade: tickets.grade, stake: tickets.stake })
        .from(tickets)
        .where(eq(tickets.leagueId, leagueId))
        .orderBy(asc(tickets.id))
        .for('update'),
    );
  const heldMembers = tx
    .$with('held_members')
    .as(
      tx
        .select({ available: members.available, pending: members.pending })
        .from(members)
        .where(eq(members.leagueId, leagueId))
        .orderBy(asc(members.userId))
        .for('update'),
    );
  const [ofTickets] = await tx
    .with(heldTickets)
    .select({
      tickets: count,
      openTickets: sql<number>`(count(*) filter (where ${heldTickets.grade} is null))::int`,
      staked: sum(heldTickets.stake),
    })
    .from(heldTickets);
  const [ofMembers] = await tx
    .with(heldMembers)
    .select({ members: count, available: sum(heldMembers.available), pending: sum(heldMembers.pending) })
    .from(heldMembers);
  if (!ofTickets || !ofMembers) throw new Error('a count is a row');
  return { ...ofTickets, ...ofMembers };
}

/** Deletes the league; its members, tickets, ledger and all that hangs on them go with its row. */
export async function deleteLeagueRows(tx: Db, leagueId: string): Promise<void> {
  await tx.delete(joinCodes).where(eq(joinCodes.leagueId, leagueId));
  await tx.delete(leagues).where(eq(leagues.id, leagueId));
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

/** Every present member with money and record. Only settled tickets count: open ones are not the same for every viewer. */
export async function listStandings(db: Db, leagueId: string): Promise<StandingRow[]> {
  const records = db
    .select({
      leagueId: tickets.leagueId,
      userId: tickets.userId,
      wins: sql<number>`(count(*) filter (where ${tickets.grade} = 'won'))::int`.as('wins'),
      losses: sql<number>`(count(*) filter (where ${tickets.grade} = 'lost'))::int`.as('losses'),
      bets: sql<number>`count(${tickets.grade})::int`.as('bets'),
    })
    .from(tickets)
    .where(eq(tickets.leagueId, leagueId))
    .groupBy(tickets.leagueId, tickets.userId)
    .as('records');
  return db
    .select({
      userId: members.userId,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
      available: members.available,
      pending: members.pending,
      wins: sql<number>`coalesce(${records.wins}, 0)`,
      losses: sql<number>`coalesce(${records.losses}, 0)`,
      bets: sql<number>`coalesce(${records.bets}, 0)`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(records, and(eq(records.leagueId, members.leagueId), eq(records.userId, members.userId)))
    .where(and(eq(members.leagueId, leagueId), isNull(members.removedAt)))
    .orderBy(asc(members.joinedAt), asc(members.userId));
}

/** What a viewer sees of a league that no other does: their own money in Cents, and how many open tickets of whom. */
export type OwnView = { available: number; pending: number; open: { userId: string; bets: number }[] };

/** How a league reveals its members' bets; null when it is gone. */
export async function findReveal(db: Db, leagueId: string): Promise<BareLeague['reveal'] | null> {
  const [row] = await db.select({ reveal: leagues.reveal }).from(leagues).where(eq(leagues.id, leagueId));
  return row?.reveal ?? null;
}

/** Null for who was never a member. `onlyOwn` in a league that shows no open tickets of others, which are then not looked at. */
export async function findOwnView(
  db: Db,
  leagueId: string,
  viewerId: string,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<OwnView | null> {
  const [row] = await (onlyOwn ? ownViewAlone : ownView)(db, { leagueId, viewerId });
  return row ?? null;
}

const ownView = ownViewOf({ onlyOwn: false });
const ownViewAlone = ownViewOf({ onlyOwn: true });

function ownViewOf({ onlyOwn }: { onlyOwn: boolean }) {
  return prepared(['leagueId', 'viewerId'], (db, { leagueId, viewerId }) => {
    const open = db
      .select({ userId: tickets.userId, bets: count().as('bets') })
      .from(tickets)
      .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
      .where(
        and(
          eq(tickets.leagueId, leagueId),
          isNull(tickets.grade),
          onlyOwn ? eq(tickets.userId, viewerId) : undefined,
          partlyVisibleTo(viewerId),
        ),
      )
      .groupBy(tickets.userId)
      .as('open');
    const listed = sql<OwnView['open']>`(
      select coalesce(json_agg(json_build_object('userId', user_id, 'bets', bets)), '[]') from ${open}
    )`;
    return db
      .select({ available: members.available, pending: members.pending, open: listed })
      .from(members)
      .where(and(eq(members.leagueId, leagueId), eq(members.userId, viewerId)));
  });
}
