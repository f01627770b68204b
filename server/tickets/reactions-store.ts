import { sql } from 'drizzle-orm';
import type { Reaction } from '#shared/domain/remarks.ts';
import { ticketReactions } from '../db/tables/tickets.ts';
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
