import { and, asc, desc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Market, Side } from '#shared/domain/market.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Price } from '#shared/domain/price.ts';
import type { Db } from '../db/connection.ts';
import { games, leagues, legGrades, legs, members, results, tickets, users } from '../db/tables.ts';
import { writtenOnce } from '../db/written-once.ts';
import { type Id, isOfLeaguesOf, visibleTo } from './visible.ts';

export type TicketRow = typeof tickets.$inferSelect;

/** Whose view of which league: a proven member has this shape. */
type Membership = { leagueId: string; userId: string };

/** A leg as it is taken. */
export type NewLeg = {
  gameId: string;
  market: Market;
  side: Side;
  line: number | null;
  price: Price;
  originalStart: Date;
  homeTeamId: string;
  awayTeamId: string;
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

/** False, changing nothing, when the member has sent this key before, also in the same moment. `at` null is now. */
export async function insertTicket(tx: Db, ticket: NewTicket, at: Date | null): Promise<boolean> {
  const inserted = await newTicket(tx, { ...ticket, at });
  return inserted.length === 1;
}

const newTicket = writtenOnce(
  ['leagueId', 'id', 'userId', 'stake', 'payout', 'idempotencyKey', 'requestHash', 'at'],
  (tx, { at, ...ticket }) =>
    tx
      .insert(tickets)
      .values({ ...ticket, placedAt: sql`coalesce(${at}::timestamptz, clock_timestamp())` })
      .onConflictDoNothing({ target: [tickets.leagueId, tickets.userId, tickets.idempotencyKey] })
      .returning({ id: tickets.id }),
);

export async function findByKey(db: Db, leagueId: string, userId: string, key: string): Promise<TicketRow | null> {
  const [row] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), eq(tickets.idempotencyKey, key)));
  return row ?? null;
}

/** Removes a ticket that the same transaction inserted, before anything hangs on it. */
export async function deleteTicket(tx: Db, leagueId: string, ticketId: string): Promise<void> {
  await tx.delete(tickets).where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)));
}

export async function setPayout(tx: Db, leagueId: string, ticketId: string, payout: Cents): Promise<void> {
  await tx
    .update(tickets)
    .set({ payout })
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId)));
}

export async function insertLegs(tx: Db, leagueId: string, ticketId: string, taken: readonly NewLeg[]): Promise<void> {
  const rows = taken.map(
    ({ gameId, market, side, line, price, originalStart, homeTeamId, awayTeamId }, at) =>
      sql`(${leagueId}, ${ticketId}, ${at + 1}, ${uuid()}, ${gameId}, ${market}, ${side}, ${line}, ${price}, ${originalStart.toISOString()}, ${homeTeamId}, ${awayTeamId})`,
  );
  await tx.execute(sql`
    insert into ${legs} (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id, away_team_id)
    values ${sql.join(rows, sql`, `)}`);
}

/** A leg with everything that its presentation shows, but for its game. */
export type ShownLeg = Awaited<ReturnType<typeof selectLegs>>[number];

type OwnerId = Id | typeof tickets.userId;

/**
 * The legs of the tickets chosen: newest ticket first, in the order of their numbers.
 *
 * ownerId  whose tickets they all are, where they are of one user: the database then finds the member by key, and by the
 *          tickets' own column it would go through all members of the league for each leg.
 */
function selectLegs(db: Db, chosen: ReturnType<typeof chosenTickets>, ownerId: OwnerId) {
  return (
    db
      .select({
        leg: {
          leagueId: legs.leagueId,
          ticketId: legs.ticketId,
          number: legs.number,
          id: legs.id,
          gameId: legs.gameId,
          market: legs.market,
          side: legs.side,
          line: legs.line,
          price: legs.price,
          homeTeamId: legs.homeTeamId,
          grade: legs.grade,
        },
        ticket: {
          leagueId: tickets.leagueId,
          id: tickets.id,
          userId: tickets.userId,
          stake: tickets.stake,
          payout: tickets.payout,
          grade: tickets.grade,
          back: tickets.back,
          placedAt: tickets.placedAt,
          settledAt: tickets.settledAt,
        },
        /** Of the whole ticket, hidden ones included. */
        legCount: sql<number>`(
        select count(*)::int from ${legs} l where l.league_id = ${tickets.leagueId} and l.ticket_id = ${tickets.id}
      )`,
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
      // First, because the planner keeps to the order of so many joins: last, it would come after reading every ticket.
      .from(chosen)
      .innerJoin(tickets, and(eq(tickets.leagueId, chosen.leagueId), eq(tickets.id, chosen.id)))
      .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
      .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
      .innerJoin(members, and(eq(members.leagueId, tickets.leagueId), eq(members.userId, ownerId)))
      .innerJoin(users, eq(users.id, ownerId))
      .orderBy(desc(tickets.placedAt), asc(tickets.id), asc(legs.number))
      .$dynamic()
  );
}

/** Those that the viewer may see. */
function selectVisibleLegs(
  db: Db,
  viewerId: Id,
  chosen: ReturnType<typeof chosenTickets>,
  ownerId: OwnerId = tickets.userId,
) {
  return selectLegs(db, chosen, ownerId).innerJoin(games, eq(games.id, legs.gameId)).where(visibleTo(viewerId));
}

/** Tickets by what they are, whoever may see them. */
function chosenTickets(db: Db, where: SQL | undefined) {
  return db.select({ leagueId: tickets.leagueId, id: tickets.id }).from(tickets).where(where).as('chosen');
}

/** Every leg of a user's own tickets in all leagues, also of those the user was removed from. */
export function listOwnLegs(db: Db, userId: string): Promise<ShownLeg[]> {
  return ownLegs(db, { userId });
}

const ownLegs = writtenOnce(['userId'], (db, { userId }) =>
  selectLegs(db, chosenTickets(db, eq(tickets.userId, userId)), userId),
);

/** The legs of one ticket of the user's own. */
export function listTicketLegs(db: Db, { leagueId, userId }: Membership, ticketId: string): Promise<ShownLeg[]> {
  return ticketLegs(db, { leagueId, userId, ticketId });
}

const ticketLegs = writtenOnce(['leagueId', 'userId', 'ticketId'], (db, { leagueId, userId, ticketId }) => {
  const isOwn = and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId), eq(tickets.userId, userId));
  return selectLegs(db, chosenTickets(db, isOwn), userId);
});

/**
 * The tickets with a leg on the game in the viewer's present leagues, with all their legs that the viewer may see.
 * A ticket whose leg on this very game is hidden stays away, whatever else of it shows: being listed would tell.
 */
export function listGameLegs(db: Db, viewerId: string, gameId: string): Promise<ShownLeg[]> {
  return gameLegs(db, { viewerId, gameId });
}

const gameLegs = writtenOnce(['viewerId', 'gameId'], (db, { viewerId, gameId }) => {
  const onGame = db
    .select({ leagueId: tickets.leagueId, id: tickets.id })
    .from(legs)
    .innerJoin(tickets, and(eq(tickets.leagueId, legs.leagueId), eq(tickets.id, legs.ticketId)))
    .innerJoin(games, eq(games.id, legs.gameId))
    .innerJoin(leagues, eq(leagues.id, legs.leagueId))
    .where(and(eq(legs.gameId, gameId), isOfLeaguesOf(viewerId), visibleTo(viewerId)))
    .as('chosen');
  return selectVisibleLegs(db, viewerId, onGame);
});

/** The legs of one user's tickets in the viewer's league. */
export function listMemberLegs(db: Db, viewer: Membership, userId: string): Promise<ShownLeg[]> {
  return memberLegs(db, { leagueId: viewer.leagueId, viewerId: viewer.userId, userId });
}

const memberLegs = writtenOnce(['leagueId', 'viewerId', 'userId'], (db, { leagueId, viewerId, userId }) => {
  const ofMember = and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId));
  return selectVisibleLegs(db, viewerId, chosenTickets(db, ofMember), userId);
});

/** The legs of the league's tickets that were placed or settled since then, and of every open one. */
export function listRecentLegs(db: Db, viewer: Membership, since: Date): Promise<ShownLeg[]> {
  return recentLegs(db, { leagueId: viewer.leagueId, viewerId: viewer.userId, since });
}

const recentLegs = writtenOnce(['leagueId', 'viewerId', 'since'], (db, { leagueId, viewerId, since }) => {
  const isRecent = or(gte(tickets.placedAt, since), gte(tickets.settledAt, since), isNull(tickets.grade));
  return selectVisibleLegs(db, viewerId, chosenTickets(db, and(eq(tickets.leagueId, leagueId), isRecent)));
});

/** One of the grades that a leg had; without a result where it rests on none. */
export type KeptGrade = Awaited<ReturnType<typeof listLegGrades>>[number];

/** Every grade that the legs of these tickets ever had, with who or what brought the result, in order. */
export async function listLegGrades(db: Db, ticketIds: readonly { leagueId: string; id: string }[]) {
  if (ticketIds.length === 0) return [];
  const leagueIds = ticketIds.map((ticket) => ticket.leagueId);
  return gradesOfLegs(db, { leagueIds, ids: ticketIds.map((ticket) => ticket.id) });
}

const gradesOfLegs = writtenOnce(['leagueIds', 'ids'], (db, { leagueIds, ids }) =>
  db
    .select({ grade: legGrades, result: { source: results.source, reason: results.reason } })
    .from(legGrades)
    .leftJoin(
      legs,
      and(
        eq(legs.leagueId, legGrades.leagueId),
        eq(legs.ticketId, legGrades.ticketId),
        eq(legs.number, legGrades.number),
      ),
    )
    .leftJoin(results, and(eq(results.gameId, legs.gameId), eq(results.rev, legGrades.resultRev)))
    .where(
      sql`(${legGrades.leagueId}, ${legGrades.ticketId}) in (select * from unnest(${leagueIds}::uuid[], ${ids}::uuid[]))`,
    )
    .orderBy(asc(legGrades.ticketId), asc(legGrades.number), asc(legGrades.round)),
);
