import { and, eq, sql } from 'drizzle-orm';
import type { Notice } from '#shared/domain/notification.ts';
import type { Db } from '../db/connection.ts';
import { leagueWeeks } from '../db/tables/leagues.ts';
import { notifications } from '../db/tables/notifications.ts';

/** Those of a user's notices that still exist, in the order in which they were made. */
export async function listNoticesOf(db: Db, userId: string, ids: readonly string[]): Promise<Notice[]> {
  const rows = await db
    .select({ kind: notifications.kind, leagueId: notifications.leagueId, facts: notifications.facts })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), sql`${notifications.id} = any (${sql.param(ids)}::uuid[])`))
    .orderBy(notifications.id);
  return rows as Notice[];
}

/** A member's rank at the end of a frozen week and at its start, and the balance in Cents. */
export type WeekEnd = { rank: number | null; rankBefore: number | null; balance: number };

/** The line of one member in a frozen week; null without one. Reads no other lines. */
export async function findWeekEnd(db: Db, leagueId: string, number: number, userId: string): Promise<WeekEnd | null> {
  const { rows } = await db.execute<WeekEnd>(sql`
    select (line ->> 'rank')::int as rank, (line ->> 'rankBefore')::int as "rankBefore",
      (line ->> 'balance')::float8 as balance
    from ${leagueWeeks} w cross join lateral json_array_elements(w.facts -> 'rows') line
    where w.league_id = ${leagueId} and w.number = ${number} and line ->> 'userId' = ${userId}`);
  return rows[0] ?? null;
}
