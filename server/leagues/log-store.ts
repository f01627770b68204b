import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { members } from '../db/tables/leagues.ts';
import { leagueLog } from '../db/tables/log.ts';
import { users } from '../db/tables/users.ts';
import type { Named } from './store.ts';

export type LogRow = typeof leagueLog.$inferSelect;

/**
 * Inserts an act with the next number of its league. Two acts never get one number: the caller has locked the league
 * exclusively, or against other joins.
 */
export async function insertAct(tx: Db, act: Omit<LogRow, 'number'>): Promise<void> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${leagueLog.number}), 0)::int` })
    .from(leagueLog)
    .where(eq(leagueLog.leagueId, act.leagueId));
  await tx.insert(leagueLog).values({ ...act, number: (row?.last ?? 0) + 1 });
}

/** The last `limit` acts of a league, or the last before a number, the latest first. */
export async function listActs(
  db: Db,
  leagueId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<LogRow[]> {
  const isBefore = before === null ? undefined : lt(leagueLog.number, before);
  return db
    .select()
    .from(leagueLog)
    .where(and(eq(leagueLog.leagueId, leagueId), isBefore))
    .orderBy(desc(leagueLog.number))
    .limit(limit);
}

/** The parts of the names of present and former members of a league, by user. */
export async function findNames(db: Db, leagueId: string, userIds: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db
    .select({
      userId: members.userId,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.leagueId, leagueId), sql`${members.userId} = any (${sql.param(userIds)}::uuid[])`));
  return new Map(rows.map(({ userId, ...name }) => [userId, name]));
}
