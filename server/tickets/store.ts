import {
  and,
  asc,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  or,
  type Placeholder,
  type SQL,
  type Subquery,
  sql,
} from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { prepared } from '../db/prepared.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { legGrades, results } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import { userOfBet } from '../leagues/store.ts';
import { datedKey, type Key, preparedForTickets, preparedKeys, type Reads, type SomeTickets } from './pages-store.ts';
import { type Id, isOfLeaguesOf, partlyVisibleTo, visibleTo } from './visible.ts';

/** A user in a league; a proven `Member` has this shape. */
type Membership = { leagueId: string; userId: string };

/** A leg with everything that its presentation shows, except its game. */
export type ShownLeg = Awaited<ReturnType<typeof selectLegs>>[number];

type OwnerId = Id | typeof tickets.userId;

/**
 * The legs of tickets of these leagues, newest ticket first, each ticket's legs by their numbers. The caller adds `where`.
 *
 * ownerId  the user's id if all tickets are of one user: the database then finds the member by key. With the tickets'
 *          own column it would scan all members of the league for each leg.
 * from     the rows that the statement calls `tickets`.
 */
function selectLegs(db: Db, isOf: OfLeagues, ownerId: OwnerId, from: typeof tickets | Subquery<'tickets'> = tickets) {
  return db
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
        note: tickets.note,
        placedAt: tickets.placedAt,
        settledAt: tickets.settledAt,
      },
      /** The number of all legs of the ticket, hidden ones included. */
      legCount: sql<number>`(
        select count(*)::int from ${legs} l
        where ${isOf(sql`l.league_id`)} and l.league_id = ${tickets.leagueId} and l.ticket_id = ${tickets.id}
      )`,
      league: { id: leagues.id, name: leagues.name },
      remarksOf: { areOn: leagues.remarks, ownerId: leagues.ownerId },
      memberName: members.displayName,
      user: userOfBet,
    })
    .from(from)
    .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, tickets.leagueId)))
    .innerJoin(members, and(eq(members.leagueId, tickets.leagueId), eq(members.userId, ownerId)))
    .innerJoin(users, eq(users.id, ownerId))
    .orderBy(...newestFirst, asc(legs.number))
    .$dynamic();
}

/** The legs of some tickets that the viewer may see. */
function selectVisibleLegs(db: Db, viewerId: Id, { isOf, rows }: SomeTickets, ownerId: OwnerId = tickets.userId) {
  return selectLegs(db, isOf, ownerId, rows)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(visibleTo(viewerId, isOf));
}

/** The legs of one ticket of the user's own. */
export function listTicketLegs(db: Db, { leagueId, userId }: Membership, ticketId: string): Promise<ShownLeg[]> {
  return ticketLegs(db, { leagueId, userId, ticketId });
}

const ticketLegs = prepared(['leagueId', 'userId', 'ticketId'], (db, { leagueId, userId, ticketId }) => {
  const isOwn = and(eq(tickets.leagueId, leagueId), eq(tickets.id, ticketId), eq(tickets.userId, userId));
  return selectLegs(db, isOnly(leagueId), userId).where(isOwn);
});

/** Chosen: 1,200 legs at most, which the driver parses in about 10 ms. */
const ticketsOnPage = 100;

/**
 * Reads the legs of a list of any length page by page: first the keys of all tickets, then the legs of `ticketsOnPage`
 * tickets at a time. One answer with thousands of legs would block the event loop for 100 ms or more while it is
 * parsed.
 *
 * No connection is in use between two statements. A ticket never moves within the list, since the time when it was
 * placed never changes. A ticket that is deleted before its page is read is left out.
 */
async function* inPages(
  listKeys: () => Promise<Key[]>,
  readLegs: (page: readonly Key[]) => Promise<ShownLeg[]>,
): AsyncGenerator<ShownLeg[]> {
  const keys = await listKeys();
  for (let from = 0; from < keys.length; from += ticketsOnPage) {
    const page = keys.slice(from, from + ticketsOnPage);
    yield inOrderOf(page, await readLegs(page));
  }
}

/** Legs in the order of their tickets. */
export function inOrderOf(tickets: readonly Key[], legs: readonly ShownLeg[]): ShownLeg[] {
  const legsOf = new Map<string, ShownLeg[]>(tickets.map(({ id }) => [id, []]));
  for (const leg of legs) legsOf.get(leg.ticket.id)?.push(leg);
  return [...legsOf.values()].flat();
}

/** The order of every list. */
const newestFirst = [desc(tickets.placedAt), asc(tickets.id)];

/** Every leg of a user's own tickets in these leagues, also in those that the user was removed from. */
export function listOwnLegs(reads: Reads, leagueIds: readonly string[], userId: string): AsyncGenerator<ShownLeg[]> {
  return inPages(
    () => ownTickets(reads, leagueIds, { userId }),
    (page) => ownLegs(reads, page, { userId }),
  );
}

const ownTickets = preparedKeys(['userId'], (db, isOf, { userId }) =>
  db
    .select(datedKey)
    .from(tickets)
    .where(and(isOf(tickets.leagueId), eq(tickets.userId, userId)))
    .orderBy(...newestFirst),
);

/** Those of a user's own tickets that are open, or were settled at `since` or later. */
export function listOwnLegsSince(
  reads: Reads,
  leagueIds: readonly string[],
  userId: string,
  since: Date,
): AsyncGenerator<ShownLeg[]> {
  return inPages(
    () => ownTicketsSince(reads, leagueIds, { userId, since }),
    (page) => ownLegs(reads, page, { userId }),
  );
}

const ownTicketsSince = preparedKeys(['userId', 'since'], (db, isOf, { userId, since }) =>
  db
    .select(datedKey)
    .from(tickets)
    .where(
      and(
        isOf(tickets.leagueId),
        eq(tickets.userId, userId),
        or(isNull(tickets.grade), and(isNotNull(tickets.grade), gte(tickets.settledAt, since))),
      ),
    )
    .orderBy(...newestFirst),
);

/** Every leg of these tickets, all of which are the user's own. */
export function readOwnLegs(reads: Reads, keys: readonly Key[], userId: string): Promise<ShownLeg[]> {
  return ownLegs(reads, keys, { userId });
}

const ownLegs = preparedForTickets(['userId'], (db, { isOf, rows }, { userId }) => selectLegs(db, isOf, userId, rows));

/**
 * The keys of tickets of which the viewer may see a leg. Hidden tickets would each cost their part of a page, and the
 * time of an answer would reveal how many there are.
 */
function visibleKeysOf(db: Db, viewerId: Id, leagueId: Placeholder, where: SQL | undefined) {
  return db
    .select({ leagueId: tickets.leagueId, id: tickets.id })
    .from(tickets)
    .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
    .where(and(eq(tickets.leagueId, leagueId), where, partlyVisibleTo(viewerId, isOnly(leagueId))))
    .orderBy(...newestFirst);
}

/**
 * The tickets with a leg on the game in those of the leagues that the viewer is a present member of, with all legs that
 * the viewer may see. A ticket whose leg on this game is hidden is left out, even if other legs of it are visible: the
 * list would reveal the hidden leg.
 */
export function listGameLegs(
  reads: Reads,
  leagueIds: readonly string[],
  viewerId: string,
  gameId: string,
): AsyncGenerator<ShownLeg[]> {
  return inPages(
    () => gameTickets(reads, leagueIds, { viewerId, gameId }),
    (page) => visibleLegs(reads, page, { viewerId }),
  );
}

const gameTickets = preparedKeys(['viewerId', 'gameId'], (db, isOf, { viewerId, gameId }) =>
  db
    .select(datedKey)
    .from(legs)
    .innerJoin(tickets, and(isOf(tickets.leagueId), eq(tickets.leagueId, legs.leagueId), eq(tickets.id, legs.ticketId)))
    .innerJoin(games, eq(games.id, legs.gameId))
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, legs.leagueId)))
    .where(and(isOf(legs.leagueId), eq(legs.gameId, gameId), isOfLeaguesOf(viewerId, isOf), visibleTo(viewerId, isOf)))
    .orderBy(...newestFirst),
);

/** The legs of these tickets that the viewer may see. */
export function readVisibleLegs(reads: Reads, keys: readonly Key[], viewerId: string): Promise<ShownLeg[]> {
  return visibleLegs(reads, keys, { viewerId });
}

const visibleLegs = preparedForTickets(['viewerId'], (db, some, { viewerId }) => selectVisibleLegs(db, viewerId, some));

/** The legs of one user's tickets in the viewer's league. */
export function listMemberLegs(reads: Reads, viewer: Membership, userId: string): AsyncGenerator<ShownLeg[]> {
  const { leagueId, userId: viewerId } = viewer;
  return inPages(
    () => memberTickets(reads.db, { leagueId, userId, viewerId }),
    (page) => memberLegs(reads, page, { viewerId, userId }),
  );
}

const memberTickets = prepared(['leagueId', 'userId', 'viewerId'], (db, { leagueId, userId, viewerId }) =>
  visibleKeysOf(db, viewerId, leagueId, eq(tickets.userId, userId)),
);

/** The legs of these tickets, all of which are of the user, that the viewer may see. */
export function readMemberLegs(
  reads: Reads,
  keys: readonly Key[],
  viewerId: string,
  userId: string,
): Promise<ShownLeg[]> {
  return memberLegs(reads, keys, { viewerId, userId });
}

const memberLegs = preparedForTickets(['viewerId', 'userId'], (db, some, { viewerId, userId }) =>
  selectVisibleLegs(db, viewerId, some, userId),
);

/** The legs of the league's tickets that are open, or were placed or settled at or after `since`. */
export function listRecentLegs(reads: Reads, viewer: Membership, since: Date): AsyncGenerator<ShownLeg[]> {
  const { leagueId, userId: viewerId } = viewer;
  return inPages(
    () => recentTickets(reads.db, { leagueId, since, viewerId }),
    (page) => visibleLegs(reads, page, { viewerId }),
  );
}

const recentTickets = prepared(['leagueId', 'since', 'viewerId'], (db, { leagueId, since, viewerId }) => {
  const isRecent = or(gte(tickets.placedAt, since), gte(tickets.settledAt, since), isNull(tickets.grade));
  return visibleKeysOf(db, viewerId, leagueId, isRecent);
});

/** A grade that a leg has or had, with its result; `result` is null if the grade rests on none. */
export type RecordedGrade = Awaited<ReturnType<typeof gradesOfLegs>>[number];

/** Every grade that the legs of these tickets ever had, oldest first for each leg, with the source of its result. */
export function listLegGrades(reads: Reads, ofTickets: readonly Key[]): Promise<RecordedGrade[]> {
  return gradesOfLegs(reads, ofTickets, {});
}

const gradesOfLegs = preparedForTickets([], (db, { has }) =>
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
    .where(has(legGrades.leagueId, legGrades.ticketId))
    .orderBy(asc(legGrades.ticketId), asc(legGrades.number), asc(legGrades.round)),
);
