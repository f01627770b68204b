import { asc, eq, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { joinCodes, leagues, members, tickets } from '../db/tables.ts';
/** How much there is in a league; `staked` of all tickets, `available` and `pending` of all members, in Cents. */
export type LockedContents = {
  tickets: number;
  openTickets: number;
  staked: number;
  members: number;
  available: number;
  pending: number;
};

/** Holds everything in a league that settling holds, in the same order (hardening C7), and counts it. */
export async function lockContents(tx: Db, leagueId: string): Promise<LockedContents> {
  const count = sql<number>`count(*)::int`;
  const sum = (amount: SQLWrapper) => sql<number>`coalesce(sum(${amount}), 0)::float8`;
  const heldTickets = tx
    .$with('held_tickets')
    .as(
      tx
        .select({ grade: tickets.grade, stake: tickets.stake })
        .from(tickets)
        .where(eq(tickets.leagueId, leagueId))
        .orderBy(asc(tickets.id))
        .for('update'),
    );
  const heldMembers = tx
    .$with('held_members')
    .as(
      tx
        .select({ available: members.available, pending: members.pending })
        .from(members)
        .where(eq(members.leagueId, leagueId))
        .orderBy(asc(members.userId))
        .for('update'),
    );
  const [ofTickets] = await tx
    .with(heldTickets)
    .select({
      tickets: count,
      openTickets: sql<number>`(count(*) filter (where ${heldTickets.grade} is null))::int`,
      staked: sum(heldTickets.stake),
    })
    .from(heldTickets);
  const [ofMembers] = await tx
    .with(heldMembers)
    .select({ members: count, available: sum(heldMembers.available), pending: sum(heldMembers.pending) })
    .from(heldMembers);
  if (!ofTickets || !ofMembers) throw new Error('a count is a row');
  return { ...ofTickets, ...ofMembers };
}

/** Deletes the league; its members, tickets, ledger and all that hangs on them go with its row. */
export async function deleteLeagueRows(tx: Db, leagueId: string): Promise<void> {
  await tx.delete(joinCodes).where(eq(joinCodes.leagueId, leagueId));
  await tx.delete(leagues).where(eq(leagues.id, leagueId));
}
