import { and, asc, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { joinCodes, leagues, members } from '../db/tables/leagues.ts';
import { notifications } from '../db/tables/notifications.ts';
import { tickets } from '../db/tables/tickets.ts';
import { deleteMembershipsIn } from './memberships-store.ts';

/** The counts and sums of a league: `staked` sums all tickets, `available` and `pending` all members, in Cents. */
export type LockedContents = {
  tickets: number;
  openTickets: number;
  staked: number;
  members: number;
  available: number;
  pending: number;
};

/** Locks all rows of a league that settling locks, in the order of docs/decisions/lock-order.md, and counts them. */
export async function lockContents(tx: Db, leagueId: string): Promise<LockedContents> {
  const count = sql<number>`count(*)::int`;
  const sum = (amount: SQLWrapper) => sql<number>`coalesce(sum(${amount}), 0)::float8`;
  const lockedTickets = tx
    .$with('locked_tickets')
    .as(
      tx
        .select({ grade: tickets.grade, stake: tickets.stake })
        .from(tickets)
        .where(eq(tickets.leagueId, leagueId))
        .orderBy(asc(tickets.id))
        .for('update'),
    );
  const lockedMembers = tx
    .$with('locked_members')
    .as(
      tx
        .select({ available: members.available, pending: members.pending })
        .from(members)
        .where(eq(members.leagueId, leagueId))
        .orderBy(asc(members.userId))
        .for('update'),
    );
  const [ofTickets] = await tx
    .with(lockedTickets)
    .select({
      tickets: count,
      openTickets: sql<number>`(count(*) filter (where ${lockedTickets.grade} is null))::int`,
      staked: sum(lockedTickets.stake),
    })
    .from(lockedTickets);
  const [ofMembers] = await tx
    .with(lockedMembers)
    .select({ members: count, available: sum(lockedMembers.available), pending: sum(lockedMembers.pending) })
    .from(lockedMembers);
  if (!ofTickets || !ofMembers) throw new Error('a count is a row');
  return { ...ofTickets, ...ofMembers };
}

/** The ids of the present members. */
export async function listPresentMemberIds(tx: Db, leagueId: string): Promise<string[]> {
  const isPresent = and(eq(members.leagueId, leagueId), isNull(members.removedAt));
  const rows = await tx.select({ userId: members.userId }).from(members).where(isPresent);
  return rows.map(({ userId }) => userId);
}

/**
 * Deletes the league. The foreign keys delete its members, tickets, ledger and all other rows with it. The memberships
 * go first: a notice is written under their locks, so that none comes after this.
 */
export async function deleteLeagueRows(tx: Db, leagueId: string): Promise<void> {
  await deleteMembershipsIn(tx, leagueId);
  await tx.delete(notifications).where(eq(notifications.leagueId, leagueId));
  await tx.delete(joinCodes).where(eq(joinCodes.leagueId, leagueId));
  await tx.delete(leagues).where(eq(leagues.id, leagueId));
}
