import { and, eq, sql } from 'drizzle-orm';
import { type ChatFailure, mostChatFailures } from '#shared/domain/chat.ts';
import type { Db } from '../db/connection.ts';
import { isOnly, type OfLeagues } from '../db/of-leagues.ts';
import type { Reach } from '../db/reach.ts';
import { leagueChats } from '../db/tables/chats.ts';
import { leagues, leagueWeeks } from '../db/tables/leagues.ts';

export type ChatRow = typeof leagueChats.$inferSelect;

export async function findChat(db: Db, leagueId: string): Promise<ChatRow | null> {
  const [row] = await db.select().from(leagueChats).where(eq(leagueChats.leagueId, leagueId));
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

/**
 * Inserts or replaces the chat of a league, switched on. The claim of a post that is under way stays, and what it has
 * posted since the row was read.
 */
export async function saveChatRow(tx: Db, saved: Saved): Promise<ChatRow> {
  const { leagueId, ...settings } = saved;
  const fresh = { ...settings, isOn: true, failures: 0, lastFailure: null, failedAt: null, dueAt: null };
  const [row] = await tx
    .insert(leagueChats)
    .values({ leagueId, ...fresh })
    .onConflictDoUpdate({
      target: leagueChats.leagueId,
      set: {
        ...fresh, // without the league's id: Citus refuses a statement that sets it, even to what it is
        postedWeek: sql`greatest(${leagueChats.postedWeek}, excluded.posted_week)`,
        isFinalPosted: sql`${leagueChats.isFinalPosted} or excluded.is_final_posted`,
      },
    })
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

/**
 * Whether a try may begin. A time that is further ahead than any wait was set before somebody set the database's clock
 * back, so it is over.
 */
const isReady = sql`c.is_on and (c.due_at is null or c.due_at <= now() or c.due_at > now() + interval '26 hours')
  and (c.claimed_until is null or c.claimed_until <= now() or c.claimed_until > now() + interval '1 hour')`;

/** Whether a frozen week or the final standings are not posted yet. All weeks of a final league come first. */
const isPending = (isOf: OfLeagues) => sql`(
  exists (
    select 1 from ${leagueWeeks} w
    where ${isOf(sql`w.league_id`)} and w.league_id = c.league_id and w.number > c.posted_week
  ) or not c.is_final_posted and exists (
    select 1 from ${leagues} l
    where ${isOf(sql`l.id`)} and l.id = c.league_id and l.finalized_at is not null and l.frozen_until = l.finalized_at
  )
)`;

/** The chats within reach that a try is due for. While a machine is lost, also those for which nothing is pending. */
export async function listDueChats(
  db: Db,
  { isWhole, these }: Reach,
): Promise<Pick<ChatRow, 'leagueId' | 'address'>[]> {
  const { rows } = await db.execute<Pick<ChatRow, 'leagueId' | 'address'>>(sql`
    select c.league_id as "leagueId", c.address from ${leagueChats} c
    where ${these(sql`c.league_id`)} and ${isReady} and ${isWhole ? isPending(these) : sql`true`}
    order by c.due_at nulls first, c.league_id`);
  return rows;
}

/** Longer than a try may take, so that another worker claims a chat only after its worker has died. */
const leaseSeconds = 120;

/** A chat that this worker alone posts to. A failure names the claim's end, which news of the owner does not change. */
export type ClaimedChat = Pick<
  ChatRow,
  'leagueId' | 'service' | 'address' | 'postedWeek' | 'isFinalPosted' | 'failures'
> & {
  lease: string;
};

/** Claims the chat of a league; null if nothing is pending for it, or another worker has claimed it. */
export async function claimChat(db: Db, leagueId: string): Promise<ClaimedChat | null> {
  const isOf = isOnly(leagueId);
  const { rows } = await db.execute<ClaimedChat>(sql`
    update ${leagueChats} c set claimed_until = now() + make_interval(secs => ${leaseSeconds})
    where ${isOf(sql`c.league_id`)} and ${isReady} and ${isPending(isOf)}
    returning c.league_id as "leagueId", c.service, c.address, c.posted_week as "postedWeek",
      c.is_final_posted as "isFinalPosted", c.failures, c.claimed_until as lease`);
  return rows[0] ?? null;
}

/** The first frozen week after this one; null if there is none. */
export async function findNextWeek(db: Db, leagueId: string, after: number): Promise<number | null> {
  const [row] = await db
    .select({ next: sql<number | null>`min(${leagueWeeks.number})` })
    .from(leagueWeeks)
    .where(and(eq(leagueWeeks.leagueId, leagueId), sql`${leagueWeeks.number} > ${after}`));
  return row?.next ?? null;
}

/**
 * Records that the service took a recap, or the standings (null): that is so whatever the owner has changed meanwhile.
 * The failures end, and the claim, if both are still those of this post.
 */
export async function markPosted(db: Db, claimed: ClaimedChat, week: number | null): Promise<void> {
  const progress =
    week === null
      ? { isFinalPosted: true }
      : { postedWeek: sql<number>`greatest(${leagueChats.postedWeek}, ${week}::int)` };
  const healthy = { failures: 0, lastFailure: null, failedAt: null, dueAt: null, claimedUntil: null };
  await db
    .update(leagueChats)
    .set({ ...progress, postedAt: sql`now()` })
    .where(eq(leagueChats.leagueId, claimed.leagueId));
  await db.update(leagueChats).set(healthy).where(isUnchanged(claimed));
}

/** Whether the chat is as it was claimed, and the claim still this one. */
function isUnchanged({ leagueId, address, failures, lease }: ClaimedChat) {
  return and(
    eq(leagueChats.leagueId, leagueId),
    eq(leagueChats.address, address),
    eq(leagueChats.failures, failures),
    sql`${leagueChats.claimedUntil} = ${lease}::timestamptz`,
  );
}

/** Records a failed post. `waitSeconds` is null for the last one: nothing more is posted until the owner saves again. */
export async function markFailed(
  db: Db,
  claimed: ClaimedChat,
  lastFailure: ChatFailure,
  waitSeconds: number | null,
): Promise<void> {
  await db
    .update(leagueChats)
    .set({
      failures: sql`${leagueChats.failures} + 1`,
      lastFailure,
      failedAt: sql`now()`,
      isOn: waitSeconds !== null,
      dueAt: waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})`,
    })
    .where(isUnchanged(claimed));
}

/** Ends a claim. */
export async function release(db: Db, { leagueId, lease }: ClaimedChat): Promise<void> {
  await db
    .update(leagueChats)
    .set({ claimedUntil: null })
    .where(and(eq(leagueChats.leagueId, leagueId), sql`${leagueChats.claimedUntil} = ${lease}::timestamptz`));
}

/** The wait after each failed try in a row. Chosen: two days until the last, longer than an outage of a service. */
const waitsSeconds = [30, 120, 600, 3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, 12 * 3_600, 12 * 3_600];

/** The wait after a failure, given the failures before it; null if it is the last one. */
export function waitAfter(failure: ChatFailure, before: number): number | null {
  if (failure === 'gone' || before + 1 >= mostChatFailures) return null;
  return waitsSeconds[before] ?? null;
}
