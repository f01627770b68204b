import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Grade, Rule } from '#shared/domain/grade.ts';
import type { Market, Side } from '#shared/domain/market.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Db } from '../db/connection.ts';
import { games, leagues, legs, members, settlements, tickets, users } from '../db/tables.ts';
import { feedQuotes, manualQuotes } from '../quotes/store.ts';

export type LegRow = typeof legs.$inferSelect;
export type TicketRow = typeof tickets.$inferSelect;

/** A leg as it is taken. */
export type NewLeg = {
  gameId: string;
  market: Market;
  side: Side;
  line: number | null;
  price: Price;
  originalStart: Date;
  homeTeamId: string;
};

export type NewTicket = {
  leagueId: string;
  id: string;
  userId: string;
  stake: Cents;
  payout: Cents;
  idempotencyKey: string;
  requestHash: string;
};

/** False, changing nothing, when the member has sent this key before, also in the same moment. */
export async function insertTicket(tx: Db, ticket: NewTicket): Promise<boolean> {
  const inserted = await tx
    .insert(tickets)
    .values({ ...ticket, placedAt: sql`clock_timestamp()` })
    .onConflictDoNothing({ target: [tickets.leagueId, tickets.userId, tickets.idempotencyKey] })
    .returning({ id: tickets.id });
  return inserted.length === 1;
}

export async function findByKey(db: Db, leagueId: string, userId: string, key: string): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), eq(tickets.idempotencyKey, key)));
  return row ?? null;
}

export async function setPayout(tx: Db, leagueId: string, ticketId: string, payout: Cents): Promise<void> {
  await tx
    .update(tickets)
    .set({ payout })
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)));
}

export async function insertLegs(tx: Db, leagueId: string, ticketId: string, taken: readonly NewLeg[]): Promise<void> {
  await tx.insert(legs).values(taken.map((leg, at) => ({ leagueId, ticketId, number: at + 1, id: uuid(), ...leg })));
}

/** The database's own time, read now: the only clock that locks a game (hardening 0.5). */
export async function databaseNow(tx: Db): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** A leg with everything that its presentation shows. */
export type ShownLeg = Awaited<ReturnType<typeof selectLegs>>[number];

function selectLegs(db: Db, where: SQL | undefined) {
  return db
    .select({
      leg: legs,
      ticket: tickets,
      game: games,
      feed: feedQuotes,
      manual: manualQuotes,
      league: { id: leagues.id, name: leagues.name },
      memberName: members.displayName,
      user: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        username: users.username,
        email: users.email,
      },
    })
    .from(tickets)
    .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .innerJoin(games, eq(games.id, legs.gameId))
    .leftJoin(feedQuotes, and(eq(feedQuotes.gameId, games.id), eq(feedQuotes.source, 'feed')))
    .leftJoin(manualQuotes, and(eq(manualQuotes.gameId, games.id), eq(manualQuotes.source, 'manual')))
    .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
    .innerJoin(members, and(eq(members.leagueId, tickets.leagueId), eq(members.userId, tickets.userId)))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(where)
    .orderBy(desc(tickets.placedAt), asc(tickets.id), asc(legs.number));
}

/** Every leg of a user's own tickets in all leagues, newest ticket first. */
export function listOwnLegs(db: Db, userId: string): Promise<ShownLeg[]> {
  return selectLegs(db, eq(tickets.userId, userId));
}

export function listTicketLegs(db: Db, leagueId: string, ticketId: string): Promise<ShownLeg[]> {
  return selectLegs(db, and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)));
}

/** Games that have ungraded legs and a result that could grade them now: confirmed, or called off. */
export async function listGradableGames(db: Db, confirmingPolls: number): Promise<string[]> {
  const isOver = sql`(${games.status} = 'canceled' or ${games.settleable}) and ${games.equalPolls} >= ${confirmingPolls}`;
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(
      and(isOver, sql`exists (select 1 from ${legs} where ${legs.gameId} = ${games.id} and ${legs.grade} is null)`),
    )
    .orderBy(asc(games.startsAt), asc(games.id));
  return rows.map((row) => row.id);
}

/** The leagues with ungraded legs on a game; nothing is held. */
export async function listLeaguesToGrade(db: Db, gameId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ leagueId: legs.leagueId })
    .from(legs)
    .where(and(eq(legs.gameId, gameId), isNull(legs.grade)));
  return rows.map((row) => row.leagueId);
}

/** Up to `most` tickets of a league with an ungraded leg on the game, held in the order of their ids (hardening 0.6). */
export async function holdTicketsToGrade(tx: Db, leagueId: string, gameId: string, most: number): Promise<TicketRow[]> {
  const ungraded = tx
    .select({ id: legs.ticketId })
    .from(legs)
    .where(and(eq(legs.leagueId, leagueId), eq(legs.gameId, gameId), isNull(legs.grade)))
    .orderBy(asc(legs.ticketId))
    .limit(most);
  return tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.leagueId, leagueId), inArray(tickets.id, ungraded)))
    .orderBy(asc(tickets.id))
    .for('update');
}

/** All legs of the tickets, as they are now that their tickets are held. */
export async function listLegs(tx: Db, leagueId: string, ticketIds: readonly string[]): Promise<LegRow[]> {
  return tx
    .select()
    .from(legs)
    .where(and(eq(legs.leagueId, leagueId), inArray(legs.ticketId, [...ticketIds])))
    .orderBy(asc(legs.ticketId), asc(legs.number));
}

export type GradedLeg = { ticketId: string; number: number; grade: Grade; rule: Rule };

export async function writeLegGrades(tx: Db, leagueId: string, graded: readonly GradedLeg[], at: Date): Promise<void> {
  await tx.execute(sql`
    update ${legs} as l
    set grade = g.grade::grade, rule = g.rule::rule, graded_at = ${at.toISOString()}
    from unnest(
      ${sql.param(graded.map((leg) => leg.ticketId))}::uuid[],
      ${sql.param(graded.map((leg) => leg.number))}::int[],
      ${sql.param(graded.map((leg) => leg.grade))}::text[],
      ${sql.param(graded.map((leg) => leg.rule))}::text[]
    ) as g(ticket_id, number, grade, rule)
    where l.league_id = ${leagueId} and l.ticket_id = g.ticket_id and l.number = g.number and l.grade is null`);
}

export type ClosedTicket = { id: string; userId: string; stake: Cents; grade: Grade; back: Cents; round: number };

/** Closes those of the tickets that are still open and keeps their verdicts; returns which ones it closed. */
export async function closeTickets(
  tx: Db,
  leagueId: string,
  closed: readonly ClosedTicket[],
  at: Date,
): Promise<Set<string>> {
  if (closed.length === 0) return new Set();
  const { rows } = await tx.execute<{ id: string }>(sql`
    with closed as (
      update ${tickets} as t
      set grade = v.grade::grade, back_cents = v.back, round = v.round, settled_at = ${at.toISOString()}
      from unnest(
        ${sql.param(closed.map((ticket) => ticket.id))}::uuid[],
        ${sql.param(closed.map((ticket) => ticket.grade))}::text[],
        ${sql.param(closed.map((ticket) => ticket.back))}::bigint[],
        ${sql.param(closed.map((ticket) => ticket.round))}::int[]
      ) as v(id, grade, back, round)
      where t.league_id = ${leagueId} and t.id = v.id and t.grade is null
      returning t.league_id, t.id, t.round, t.grade, t.back_cents, t.settled_at
    )
    insert into ${settlements} (league_id, ticket_id, round, grade, back_cents, at)
    select league_id, id, round, grade, back_cents, settled_at from closed
    returning ticket_id as id`);
  return new Set(rows.map((row) => row.id));
}
