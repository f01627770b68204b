import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Reaction } from '#shared/domain/remarks.ts';
import type { Db } from '../db/connection.ts';
import { ticketReactions, tickets } from '../db/tables/tickets.ts';
import { type Key, preparedForTickets, type Reads } from './pages-store.ts';

/** The number of members with one reaction to a ticket; `isOwn` if the viewer is one of them. */
export type ReactionCount = { ticketId: string; reaction: Reaction; count: number; isOwn: boolean };

/**
 * The reactions to these tickets, in one statement for each league. The caller shows the viewer a leg of each: who sees
 * a ticket sees its reactions.
 */
export function countReactions(reads: Reads, keys: readonly Key[], viewerId: string): Promise<ReactionCount[]> {
  return reactionCounts(reads, keys, { viewerId });
}

const reactionCounts = preparedForTickets(['viewerId'], (db, { has }, { viewerId }) =>
  db
    .select({
      ticketId: ticketReactions.ticketId,
      reaction: ticketReactions.reaction,
      count: sql<number>`count(*)::int`,
      isOwn: sql<boolean>`bool_or(${ticketReactions.userId} = ${viewerId})`,
    })
    .from(ticketReactions)
    .where(has(ticketReactions.leagueId, ticketReactions.ticketId))
    .groupBy(ticketReactions.ticketId, ticketReactions.reaction),
);

/** Deletes all that a user has said in a league: the notes of their tickets, and their reactions. */
export async function deleteRemarksOf(tx: Db, leagueId: string, userId: string): Promise<void> {
  const isNoted = and(eq(tickets.leagueId, leagueId), eq(tickets.userId, userId), isNotNull(tickets.note));
  const noted = await tx.select({ id: tickets.id }).from(tickets).where(isNoted).orderBy(asc(tickets.id)).for('update');
  const ids = noted.map(({ id }) => id);
  if (ids.length > 0) {
    const isOne = and(eq(tickets.leagueId, leagueId), sql`${tickets.id} = any(${sql.param(ids)}::uuid[])`);
    await tx.update(tickets).set({ note: null }).where(isOne);
  }
  const isOwn = and(eq(ticketReactions.leagueId, leagueId), eq(ticketReactions.userId, userId));
  await tx.delete(ticketReactions).where(isOwn);
}
