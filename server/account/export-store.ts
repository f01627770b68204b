import { and, asc, eq, gt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { awards } from '../db/tables/awards.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { ledger } from '../db/tables/ledger.ts';
import { leagueLog } from '../db/tables/log.ts';
import { legs, ticketReactions, tickets } from '../db/tables/tickets.ts';

/** A user in a league, and the last row that was read: null for the first page. */
type Page = { leagueId: string; userId: string; after: string | null; most: number };

/**
 * The membership of a user with its league; null if the user never joined. `offeredTo` is the present member to whom the
 * league is offered: an offer stays in the row of the league when its member is removed.
 */
export async function findMembership(db: Db, leagueId: string, userId: string) {
  const [row] = await db
    .select({
      member: members,
      league: leagues,
      offeredTo: sql<string | null>`(
        select o.user_id from ${members} o
        where o.league_id = ${leagueId} and o.user_id = ${leagues.offeredTo} and o.removed_at is null
      )`,
    })
    .from(members)
    .innerJoin(leagues, eq(leagues.id, members.leagueId))
    .where(and(eq(members.leagueId, leagueId), eq(leagues.id, leagueId), eq(members.userId, userId)));
  return row ?? null;
}

/** A page of the tickets of a user in a league, in the order of their ids, which is that of placing. */
export async function listOwnTickets(db: Db, { leagueId, userId, after, most }: Page) {
  const isOwn = and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId));
  return db
    .select()
    .from(tickets)
    .where(and(isOwn, after === null ? undefined : gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(most);
}

/** A leg with its game. */
export type OwnLeg = Awaited<ReturnType<typeof listLegsOf>>[number];

/** The legs of these tickets of a league, each with its game, in the order of the picks. */
export async function listLegsOf(db: Db, leagueId: string, ticketIds: readonly string[]) {
  return db
    .select({ leg: legs, sport: games.sport, home: games.homeName, away: games.awayName })
    .from(legs)
    .innerJoin(games, eq(games.id, legs.gameId))
    .where(and(eq(legs.leagueId, leagueId), sql`${legs.ticketId} = any (${sql.param(ticketIds)}::uuid[])`))
    .orderBy(asc(legs.ticketId), asc(legs.number));
}

/** A page of the reactions of a user in a league, in the order of the tickets' ids, which are the `id` of each. */
export async function listOwnReactions(db: Db, { leagueId, userId, after, most }: Page) {
  const { ticketId, reaction, at } = ticketReactions;
  const isOwn = and(eq(ticketReactions.leagueId, leagueId), eq(ticketReactions.userId, userId));
  return db
    .select({ id: ticketId, reaction, at })
    .from(ticketReactions)
    .where(and(isOwn, after === null ? undefined : gt(ticketId, after)))
    .orderBy(asc(ticketId))
    .limit(most);
}

/** The awards of a user in a league: a few in each week. */
export async function listOwnAwards(db: Db, leagueId: string, userId: string) {
  const { kind, week, ticketId, facts } = awards;
  return db
    .select({ kind, week, ticketId, facts })
    .from(awards)
    .where(and(eq(awards.leagueId, leagueId), eq(awards.userId, userId)))
    .orderBy(asc(week), asc(kind));
}

/**
 * A page of the acts in the log of a league that the user did, or that are about the user, in their order. The `id` of
 * each is its number as text.
 */
export async function listOwnActs(db: Db, { leagueId, userId, after, most }: Page) {
  const { number, at, act, actorId } = leagueLog;
  const isOwn = or(eq(actorId, userId), eq(leagueLog.userId, userId));
  return db
    .select({ id: sql<string>`${number}::text`, at, act, isActor: sql<boolean>`${actorId} = ${userId}` })
    .from(leagueLog)
    .where(and(eq(leagueLog.leagueId, leagueId), isOwn, after === null ? undefined : gt(number, Number(after))))
    .orderBy(asc(number))
    .limit(most);
}

/** A page of the ledger entries of a user in a league, in the order of their ids. */
export async function listOwnEntries(db: Db, { leagueId, userId, after, most }: Page) {
  const isOwn = and(eq(ledger.leagueId, leagueId), eq(ledger.userId, userId));
  return db
    .select()
    .from(ledger)
    .where(and(isOwn, after === null ? undefined : gt(ledger.id, after)))
    .orderBy(asc(ledger.id))
    .limit(most);
}
