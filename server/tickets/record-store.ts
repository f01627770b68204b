import { and, count, eq, sql, sum } from 'drizzle-orm';
import type { Grade } from '#shared/domain/grade.ts';
import { cents } from '#shared/domain/money.ts';
import type { RecordedTicket } from '#shared/domain/record.ts';
import { tickets } from '../db/tables/tickets.ts';
import { preparedOver, type Reads } from './pages-store.ts';

/** A user's tickets in these leagues, those of a league and grade together. */
export async function listRecorded(
  reads: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<RecordedTicket[]> {
  const rows = await recorded(reads, leagueIds, { userId });
  return rows.map(({ stake, back, ...row }) => ({
    ...row,
    stake: cents(Number(stake)),
    back: cents(Number(back ?? 0)),
  }));
}

const recorded = preparedOver(['userId'], (db, isOf, { userId }) =>
  db
    .select({
      grade: sql<Grade | null>`${tickets.grade}`,
      tickets: count(),
      stake: sum(tickets.stake),
      back: sum(tickets.back),
    })
    .from(tickets)
    .where(and(isOf(tickets.leagueId), eq(tickets.userId, userId)))
    .groupBy(tickets.leagueId, tickets.grade),
);
