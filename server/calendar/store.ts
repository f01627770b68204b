import { and, asc, desc, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { calendars } from '../db/tables/calendars.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { legGrades } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { preparedOver, type Reads } from '../tickets/pages-store.ts';

/** When the user's link was made; null without a link. */
export async function findLinkTime(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db.select({ madeAt: calendars.madeAt }).from(calendars).where(eq(calendars.userId, userId));
  return row?.madeAt ?? null;
}

/** Stores the digest of the user's new secret in place of an earlier one; returns the time. */
export async function replaceLink(db: Db, userId: string, secretHash: string): Promise<Date> {
  const [row] = await db
    .insert(calendars)
    .values({ userId, secretHash })
    .onConflictDoUpdate({ target: calendars.userId, set: { secretHash, madeAt: sql`excluded.made_at` } })
    .returning({ madeAt: calendars.madeAt });
  if (!row) throw new Error('an upsert returns its row');
  return row.madeAt;
}

export async function deleteLinksOf(db: Db, userIds: readonly string[]): Promise<void> {
  await db.delete(calendars).where(sql`${calendars.userId} = any (${sql.param(userIds)}::uuid[])`);
}

/** The user whose secret has this digest; null if nobody's has. */
export async function findUserOfLink(db: Db, secretHash: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: calendars.userId })
    .from(calendars)
    .where(eq(calendars.secretHash, secretHash));
  return row?.userId ?? null;
}

/** A leg of a user's own ticket with its game. `rounds` is the number of grades that the leg ever had. */
export type CalendarLeg = Awaited<ReturnType<typeof legsOfUser>>[number];

/**
 * The legs of the user's own tickets that are open or were settled at `since` or later, in those of these leagues that
 * the user is a present member of: at most `most`, open tickets first, the next games first.
 */
export async function listCalendarLegs(
  reads: Reads,
  leagueIds: readonly string[],
  userId: string,
  since: Date,
  most: number,
): Promise<CalendarLeg[]> {
  const rows = await legsOfUser(reads, leagueIds, { userId, since, most });
  // While a machine is lost, the rows come league by league.
  return reads.machines.isWhole ? rows : rows.sort(inOrder).slice(0, most);
}

function inOrder(one: CalendarLeg, other: CalendarLeg): number {
  return (
    Number(one.ticket.grade !== null) - Number(other.ticket.grade !== null) ||
    one.game.startsAt.getTime() - other.game.startsAt.getTime() ||
    (one.leg.id < other.leg.id ? -1 : 1)
  );
}

const legsOfUser = preparedOver(['userId', 'since', 'most'], (db, isOf, { userId, since, most }) => {
  const ofLeg = (leagueId: SQL, ticketId: SQL) => sql`${isOf(leagueId)} and ${leagueId} = ${tickets.leagueId}
    and ${ticketId} = ${tickets.id}`;
  return db
    .select({
      leg: {
        id: legs.id,
        number: legs.number,
        market: legs.market,
        side: legs.side,
        line: legs.line,
        price: legs.price,
        homeTeamId: legs.homeTeamId,
        grade: legs.grade,
      },
      rounds: sql<number>`(
        select count(*)::int from ${legGrades} g
        where ${ofLeg(sql`g.league_id`, sql`g.ticket_id`)} and g.number = ${legs.number}
      )`,
      ticket: {
        stake: tickets.stake,
        payout: tickets.payout,
        grade: tickets.grade,
        back: tickets.back,
        round: tickets.round,
      },
      legCount: sql<number>`(
        select count(*)::int from ${legs} l where ${ofLeg(sql`l.league_id`, sql`l.ticket_id`)}
      )`,
      league: { name: leagues.name },
      game: games,
    })
    .from(tickets)
    .innerJoin(legs, and(eq(legs.leagueId, tickets.leagueId), eq(legs.ticketId, tickets.id)))
    .innerJoin(games, eq(games.id, legs.gameId))
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, tickets.leagueId)))
    .innerJoin(members, and(isOf(members.leagueId), eq(members.leagueId, tickets.leagueId), eq(members.userId, userId)))
    .where(
      and(
        isOf(tickets.leagueId),
        eq(tickets.userId, userId),
        or(isNull(tickets.grade), and(isNotNull(tickets.grade), gte(tickets.settledAt, since))),
        isNull(members.removedAt),
      ),
    )
    .orderBy(asc(isNotNull(tickets.grade)), asc(games.startsAt), asc(legs.id))
    .limit(most);
});

/** A league with its dates. */
export type CalendarLeague = Awaited<ReturnType<typeof leaguesOfUser>>[number];

/** Those of these leagues that the user is a present member of. */
export function listCalendarLeagues(
  reads: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<CalendarLeague[]> {
  return leaguesOfUser(reads, leagueIds, { userId });
}

const leaguesOfUser = preparedOver(['userId'], (db, isOf, { userId }) =>
  db
    .select({
      id: leagues.id,
      name: leagues.name,
      joinDeadline: leagues.joinDeadline,
      endDate: leagues.endDate,
      dateChanges: leagues.dateChanges,
    })
    .from(members)
    .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, members.leagueId)))
    .where(and(isOf(members.leagueId), eq(members.userId, userId), isNull(members.removedAt)))
    .orderBy(desc(leagues.createdAt), asc(leagues.id)),
);
