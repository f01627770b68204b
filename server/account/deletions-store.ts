import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { memberships } from '../db/tables/leagues.ts';
import { accountDeletions } from '../db/tables/users.ts';

/** Chosen: several times what a request may take that began before the deletion. */
const lastRequests = sql`interval '10 minutes'`;

export async function insertDeletion(tx: Db, userId: string): Promise<void> {
  await tx.insert(accountDeletions).values({ userId });
}

/** The users whose deletion is to be finished, the oldest first. */
export async function listDeletions(db: Db): Promise<string[]> {
  const rows = await db
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .orderBy(accountDeletions.at, accountDeletions.userId);
  return rows.map(({ userId }) => userId);
}

/** Ends a deletion once every league is left, and no request of before it can run any more. */
export async function dropFinishedDeletion(db: Db, userId: string): Promise<void> {
  const hasLeagues = sql`exists (select from ${memberships} where ${memberships.userId} = ${accountDeletions.userId})`;
  await db
    .delete(accountDeletions)
    .where(
      and(
        eq(accountDeletions.userId, userId),
        lt(accountDeletions.at, sql`now() - ${lastRequests}`),
        sql`not ${hasLeagues}`,
      ),
    );
}
