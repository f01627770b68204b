import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { leagues, members } from '../db/tables/leagues.ts';

/** Those of the leagues that end in this time, and were created before their last day. */
export async function listClosing(
  db: Db,
  these: OfLeagues,
  from: Date,
  until: Date,
): Promise<{ leagueId: string; endDate: Date }[]> {
  const { id, endDate, finalizedAt, createdAt } = leagues;
  const rows = await db
    .select({ leagueId: id, endDate })
    .from(leagues)
    .where(
      and(
        these(id),
        gt(endDate, from),
        lte(endDate, until),
        isNull(finalizedAt),
        lt(createdAt, sql`${endDate} - interval '1 day'`),
      ),
    )
    .orderBy(id);
  return rows.flatMap(({ leagueId, endDate: end }) => (end ? [{ leagueId, endDate: end }] : []));
}

/** Those of the leagues that ask for active weeks and are not final. */
export async function listWithTitle(db: Db, these: OfLeagues): Promise<{ leagueId: string; createdAt: Date }[]> {
  const { id, createdAt, activeWeeksPct, finalizedAt } = leagues;
  return db
    .select({ leagueId: id, createdAt })
    .from(leagues)
    .where(and(these(id), isNotNull(activeWeeksPct), isNull(finalizedAt)))
    .orderBy(id);
}

/** The present members of a league who joined before this time. */
export async function listMembersBefore(db: Db, leagueId: string, before: Date): Promise<string[]> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), isNull(members.removedAt), lte(members.joinedAt, before)))
    .orderBy(members.userId);
  return rows.map(({ userId }) => userId);
}
