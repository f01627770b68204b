import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { members } from '../db/tables/leagues.ts';
import { tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';

export type SettledTicket = Awaited<ReturnType<typeof listSettledTickets>>[number];

/**
 * The settled tickets of a league in the order of their ids, which is about that of placing, with the names of their
 * members now.
 *
 * after  the id of the ticket before; null for the first ones
 */
export async function listSettledTickets(
  db: Db,
  leagueId: string,
  { after, limit }: { after: string | null; limit: number },
) {
  const isAfter = after === null ? undefined : gt(tickets.id, after);
  return db
    .select({
      id: tickets.id,
      placedAt: tickets.placedAt,
      settledAt: tickets.settledAt,
      stake: tickets.stake,
      grade: tickets.grade,
      back: tickets.back,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(tickets)
    .innerJoin(members, and(eq(members.leagueId, leagueId), eq(members.userId, tickets.userId)))
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.leagueId, leagueId), isNotNull(tickets.grade), isAfter))
    .orderBy(asc(tickets.id))
    .limit(limit);
}
