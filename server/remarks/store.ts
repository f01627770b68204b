import { and, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { mostReactors } from '#shared/api/remark-calls.ts';
import type { Reaction } from '#shared/domain/remarks.ts';
import type { Db } from '../db/connection.ts';
import { isOnly } from '../db/of-leagues.ts';
import { prepared } from '../db/prepared.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { ticketReactions, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import type { Key } from '../tickets/pages-store.ts';
import { isPartlyRevealed, partlyVisibleTo } from '../tickets/visible.ts';

/** A user in a league, who is named as its member or was one. */
type Viewer = { leagueId: string; userId: string };

/**
 * A ticket of which the viewer may see a leg, with its bettor and the owner of the league; null for every other ticket,
 * after the same statement. `isRevealed` is whether every member may see a leg of it.
 */
export async function findVisibleTicket(db: Db, viewer: Viewer, ticketId: string) {
  const [row] = await visibleTicket(db, { ...viewer, ticketId });
  return row ?? null;
}

const visibleTicket = prepared(['leagueId', 'userId', 'ticketId'], (db, { leagueId, userId, ticketId }) => {
  const isOf = isOnly(leagueId);
  return db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      note: tickets.note,
      ownerId: leagues.ownerId,
      isRevealed: sql<boolean>`coalesce(${isPartlyRevealed(isOf)}, false)`,
    })
    .from(tickets)
    .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
    .where(and(isOf(tickets.leagueId), eq(tickets.id, ticketId), partlyVisibleTo(userId, isOf)));
});

/** The latest reactions to a ticket, with the names of their members in the league. */
export function listReactors(db: Db, { leagueId, id }: Key) {
  return db
    .select({
      userId: ticketReactions.userId,
      reaction: ticketReactions.reaction,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(ticketReactions)
    .innerJoin(members, and(eq(members.leagueId, ticketReactions.leagueId), eq(members.userId, ticketReactions.userId)))
    .innerJoin(users, eq(users.id, ticketReactions.userId))
    .where(and(eq(ticketReactions.leagueId, leagueId), eq(ticketReactions.ticketId, id)))
    .orderBy(desc(ticketReactions.at), ticketReactions.userId)
    .limit(mostReactors);
}

/** Sets the member's reaction to a ticket; false if it is that already. Concurrent calls leave one row. */
export async function upsertReaction(
  tx: Db,
  row: { leagueId: string; ticketId: string; userId: string; reaction: Reaction },
): Promise<boolean> {
  const set = { reaction: sql`excluded.reaction`, at: sql`excluded.at` };
  const changed = await tx
    .insert(ticketReactions)
    .values(row)
    .onConflictDoUpdate({
      target: [ticketReactions.leagueId, ticketReactions.ticketId, ticketReactions.userId],
      set,
      setWhere: ne(ticketReactions.reaction, sql`excluded.reaction`),
    })
    .returning({ userId: ticketReactions.userId });
  return changed.length === 1;
}

/** Deletes the member's reaction to a ticket; false if there is none. */
export async function deleteReaction(tx: Db, { leagueId, userId }: Viewer, ticketId: string): Promise<boolean> {
  const isOwn = and(
    eq(ticketReactions.leagueId, leagueId),
    eq(ticketReactions.ticketId, ticketId),
    eq(ticketReactions.userId, userId),
  );
  const deleted = await tx.delete(ticketReactions).where(isOwn).returning({ userId: ticketReactions.userId });
  return deleted.length === 1;
}

/** Removes the note of a ticket; false if it has none. */
export async function clearNote(tx: Db, { leagueId, id }: Key): Promise<boolean> {
  const cleared = await tx
    .update(tickets)
    .set({ note: null })
    .where(and(eq(tickets.leagueId, leagueId), eq(tickets.id, id), isNotNull(tickets.note)))
    .returning({ id: tickets.id });
  return cleared.length === 1;
}
