import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { memberships } from '../db/tables/leagues.ts';

/** Inserts a membership; does nothing if it exists. */
export async function insertMembership(db: Db, userId: string, leagueId: string): Promise<void> {
  await db.insert(memberships).values({ userId, leagueId }).onConflictDoNothing();
}

/**
 * The ids of all leagues that a user is or was a member of. Some may be of leagues that the user never joined, or that
 * do not exist: the league's own rows decide.
 */
export async function listLeagueIdsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await leagueIdsOf(db, { userId });
  return rows.map(({ leagueId }) => leagueId);
}

/** The same leagues without those of lost machines, and how many these are. */
export async function listReachableLeagueIdsOf(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  userId: string,
): Promise<{ leagueIds: string[]; leftOut: number }> {
  const listed = await listLeagueIdsOf(db, userId);
  const leagueIds = machines.reachable(listed);
  return { leagueIds, leftOut: listed.length - leagueIds.length };
}

const leagueIdsOf = prepared(['userId'], (db, { userId }) =>
  db.select({ leagueId: memberships.leagueId }).from(memberships).where(eq(memberships.userId, userId)),
);

export async function deleteMembership(tx: Db, userId: string, leagueId: string): Promise<void> {
  await tx.delete(memberships).where(and(eq(memberships.userId, userId), eq(memberships.leagueId, leagueId)));
}

export async function deleteMembershipsIn(tx: Db, leagueId: string): Promise<void> {
  await tx.delete(memberships).where(eq(memberships.leagueId, leagueId));
}

export async function deleteMembershipsOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(memberships).where(sql`${memberships.userId} = any (${sql.param(userIds)}::uuid[])`);
}
