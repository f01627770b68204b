import { eq, sql } from 'drizzle-orm';
import type { ChatFailure, ChatService } from '#shared/domain/chat.ts';
import type { Db } from '../db/connection.ts';
import type { Reach } from '../db/reach.ts';
import { leagueChats } from '../db/tables/chats.ts';
import { leagueWeeks } from '../db/tables/leagues.ts';

export type ChatRow = typeof leagueChats.$inferSelect;

export async function findChat(db: Db, leagueId: string): Promise<ChatRow | null> {
  const [row] = await db.select().from(leagueChats).where(eq(leagueChats.leagueId, leagueId));
  return row ?? null;
}

/** Locks the chat of a league: its posts neither begin nor end meanwhile. */
export async function lockChat(tx: Db, leagueId: string): Promise<ChatRow | null> {
  const [row] = await tx.select().from(leagueChats).where(eq(leagueChats.leagueId, leagueId)).for('update');
  return row ?? null;
}

/** The number of the last frozen week; 0 before the first. */
export async function findLastWeek(tx: Db, leagueId: string): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${leagueWeeks.number}), 0)::int` })
    .from(leagueWeeks)
    .where(eq(leagueWeeks.leagueId, leagueId));
  return row?.last ?? 0;
}

type Saved = Pick<ChatRow, 'leagueId' | 'service' | 'address' | 'postedWeek' | 'isFinalPosted'>;

/** Inserts or replaces the chat of a league, switched on. The claim of a post that is under way stays. */
export async function saveChatRow(tx: Db, saved: Saved): Promise<ChatRow> {
  const { leagueId, ...settings } = saved;
  const fresh = { ...settings, isOn: true, failures: 0, lastFailure: null, failedAt: null, dueAt: null };
  const [row] = await tx
    .insert(leagueChats)
    .values({ leagueId, ...fresh })
    // Without the league's id: Citus refuses a statement that sets it, even to what it is.
    .onConflictDoUpdate({ target: leagueChats.leagueId, set: fresh })
    .returning();
  if (!row) throw new Error('the upsert returned no row');
  return row;
}

/** Deletes the chat of a league; false if it has none. */
export async function deleteChat(db: Db, leagueId: string): Promise<boolean> {
  const deleted = await db
    .delete(leagueChats)
    .where(eq(leagueChats.leagueId, leagueId))
    .returning({ leagueId: leagueChats.leagueId });
  return deleted.length > 0;
}

/** The chats of one service whose last post failed for one reason. */
export type FailingChats = { service: ChatService; failure: ChatFailure; off: number; waiting: number };

/** Counts the chats within reach whose last post failed. */
export async function countFailingChats(db: Db, { these }: Reach): Promise<FailingChats[]> {
  const { rows } = await db.execute<FailingChats>(sql`
    select c.service, c.last_failure as failure, (count(*) filter (where not c.is_on))::int as off,
      (count(*) filter (where c.is_on))::int as waiting
    from ${leagueChats} c where ${these(sql`c.league_id`)} and c.last_failure is not null
    group by c.service, c.last_failure order by c.service, c.last_failure`);
  return rows;
}
