import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
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
