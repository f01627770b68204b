import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ChatDoubt } from '#shared/api/chat.ts';
import type { ChatFailure } from '#shared/domain/chat.ts';
import type { Db } from '../db/connection.ts';
import { isOnly, type OfLeagues } from '../db/of-leagues.ts';
import type { Reach } from '../db/reach.ts';
import { chatPosts, leagueChats } from '../db/tables/chats.ts';
import { leagues, leagueWeeks } from '../db/tables/leagues.ts';
import { newId } from '../lib/ids.ts';
import type { ChatRow } from './store.ts';

/**
 * Whether nobody claims the chat `c` now. A claim that ends later than any may was made before somebody set the
 * database's clock back, so it is over.
 */
const isFree = sql`(c.claimed_until is null or c.claimed_until <= now() or c.claimed_until > now() + interval '1 hour')`;

/** Whether a try of the worker may begin. A time that is further ahead than any wait is over for the same reason. */
const isReady = sql`c.is_on and ${isFree}
  and (c.due_at is null or c.due_at <= now() or c.due_at > now() + interval '26 hours')`;

/** Whether a post of the chat `c` was begun and has no outcome: of this week, or of the final standings (null). */
const isBegun = (isOf: OfLeagues, week: SQL) => sql`exists (
  select 1 from ${chatPosts} p
  where ${isOf(sql`p.league_id`)} and p.league_id = c.league_id and p.week is not distinct from ${week}
)`;

/**
 * Whether a frozen week or the final standings are neither posted nor begun. All weeks of a final league come first.
 */
const isPending = (isOf: OfLeagues) => sql`(
  exists (
    select 1 from ${leagueWeeks} w
    where ${isOf(sql`w.league_id`)} and w.league_id = c.league_id and w.number > c.posted_week
      and not ${isBegun(isOf, sql`w.number`)}
  ) or not c.is_final_posted and not ${isBegun(isOf, sql`null`)} and exists (
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

/** Longer than a try may take, so that another process claims a chat only after the first has died. */
const leaseSeconds = 120;

/** A chat to which this process alone posts. `lease` is the end of the claim, and names it. */
export type ClaimedChat = Pick<ChatRow, 'leagueId' | 'service' | 'address' | 'failures'> & { lease: string };

const claim = sql`update ${leagueChats} c set claimed_until = now() + make_interval(secs => ${leaseSeconds})`;
const claimed = sql`returning c.league_id as "leagueId", c.service, c.address, c.failures, c.claimed_until as lease`;

/** Claims the chat of a league; null if nothing is pending for it, or another process has claimed it. */
export async function claimChat(db: Db, leagueId: string): Promise<ClaimedChat | null> {
  const isOf = isOnly(leagueId);
  const { rows } = await db.execute<ClaimedChat>(sql`
    ${claim} where ${isOf(sql`c.league_id`)} and ${isReady} and ${isPending(isOf)} ${claimed}`);
  return rows[0] ?? null;
}

/** The first frozen week that is neither posted nor begun; null if there is none. */
export async function findNextWeek(db: Db, leagueId: string): Promise<number | null> {
  const isOf = isOnly(leagueId);
  const { rows } = await db.execute<{ next: number | null }>(sql`
    select min(w.number) as next from ${leagueWeeks} w join ${leagueChats} c on c.league_id = w.league_id
    where ${isOf(sql`w.league_id`)} and ${isOf(sql`c.league_id`)} and w.number > c.posted_week
      and not ${isBegun(isOf, sql`w.number`)}`);
  return rows[0]?.next ?? null;
}

/**
 * Marks the recap of a week, or the standings (null), as being posted: from the commit of `tx` on, nothing but an
 * outcome ends the mark. Null, and no mark, if too little of the claim is left for a try, or the owner has changed the
 * address.
 */
export async function beginPost(tx: Db, chat: ClaimedChat, week: number | null): Promise<ChatDoubt | null> {
  const { leagueId, address, lease } = chat;
  const claimedUntil = sql`${lease}::timestamptz`;
  const [ready] = await tx
    .select({ leagueId: leagueChats.leagueId })
    .from(leagueChats)
    .where(
      and(
        eq(leagueChats.leagueId, leagueId),
        eq(leagueChats.address, address),
        sql`${leagueChats.claimedUntil} = ${claimedUntil}`,
        sql`${leagueChats.claimedUntil} > now() + make_interval(secs => ${leaseSeconds / 2})`,
      ),
    )
    .for('update');
  if (!ready) return null;
  const post = { id: newId(), week };
  await tx.insert(chatPosts).values({ leagueId, ...post, claimedUntil });
  return post;
}

/**
 * Records that the service took a post: that is so whatever the owner has changed meanwhile. The failures end, if the
 * chat is as it was claimed.
 */
export async function recordPosted(tx: Db, chat: ClaimedChat, post: ChatDoubt): Promise<void> {
  await tx
    .update(leagueChats)
    .set({ ...progress(post), postedAt: sql`now()` })
    .where(eq(leagueChats.leagueId, chat.leagueId));
  const healthy = { failures: 0, lastFailure: null, failedAt: null, dueAt: null };
  await tx.update(leagueChats).set(healthy).where(isUnchanged(chat));
  await endPost(tx, chat, post);
}

/** The columns of a chat that has the recap of the week, or the standings. */
function progress({ week }: Pick<ChatDoubt, 'week'>) {
  if (week === null) return { isFinalPosted: true };
  return { postedWeek: sql<number>`greatest(${leagueChats.postedWeek}, ${week}::int)` };
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

/**
 * Counts a failed post, and ends its claim. A post that the service may have taken stays, and is in doubt from then on;
 * any other is pending again. `waitSeconds` is null for the last failure: nothing more is posted until the owner saves
 * again.
 */
export async function recordFailed(
  tx: Db,
  chat: ClaimedChat,
  post: ChatDoubt,
  { failure, waitSeconds }: { failure: ChatFailure; waitSeconds: number | null },
): Promise<void> {
  await tx
    .update(leagueChats)
    .set({
      failures: sql`${leagueChats.failures} + 1`,
      lastFailure: failure,
      failedAt: sql`now()`,
      isOn: waitSeconds !== null,
      dueAt: waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})`,
    })
    .where(isUnchanged(chat));
  if (failure === 'silent') await release(tx, chat);
  else await endPost(tx, chat, post);
}

/** Ends a post that is no longer in doubt, and its claim. */
export async function endPost(tx: Db, chat: ClaimedChat, { id }: ChatDoubt): Promise<void> {
  await release(tx, chat); // first the chat and then its post, as everybody locks them
  await deletePost(tx, chat.leagueId, id);
}

async function deletePost(tx: Db, leagueId: string, id: string): Promise<void> {
  await tx.delete(chatPosts).where(and(eq(chatPosts.leagueId, leagueId), eq(chatPosts.id, id)));
}

/** Ends a claim. A post of it that was not ended is in doubt from then on. */
export async function release(db: Db, { leagueId, lease }: ClaimedChat): Promise<void> {
  await db
    .update(leagueChats)
    .set({ claimedUntil: null })
    .where(and(eq(leagueChats.leagueId, leagueId), sql`${leagueChats.claimedUntil} = ${lease}::timestamptz`));
}

/** The posts of a chat that are in doubt: begun by a claim that has ended. The standings come after all weeks. */
export async function listDoubts(db: Db, leagueId: string): Promise<ChatDoubt[]> {
  const isOf = isOnly(leagueId);
  const { rows } = await db.execute<ChatDoubt>(sql`
    select p.id, p.week from ${chatPosts} p join ${leagueChats} c on c.league_id = p.league_id
    where ${isOf(sql`p.league_id`)} and ${isOf(sql`c.league_id`)}
      and (${isFree} or p.claimed_until <> c.claimed_until)
    order by p.week`);
  return rows;
}

/** Claims the chat of a league for a post in doubt, also one that is off; null if another process has claimed it. */
export async function claimDoubt(tx: Db, leagueId: string, { id }: ChatDoubt): Promise<ClaimedChat | null> {
  const isOf = isOnly(leagueId);
  const { rows } = await tx.execute<ClaimedChat>(sql`
    ${claim} where ${isOf(sql`c.league_id`)} and ${isFree} ${claimed}`);
  const [chat] = rows;
  if (!chat) return null;
  await tx
    .update(chatPosts)
    .set({ claimedUntil: sql`${chat.lease}::timestamptz` })
    .where(and(eq(chatPosts.leagueId, leagueId), eq(chatPosts.id, id)));
  return chat;
}

/** Ends doubts about posts, which count as posted. The caller has locked the chat. */
export async function endDoubts(tx: Db, leagueId: string, doubts: readonly ChatDoubt[]): Promise<void> {
  for (const doubt of doubts) {
    await tx.update(leagueChats).set(progress(doubt)).where(eq(leagueChats.leagueId, leagueId));
    await deletePost(tx, leagueId, doubt.id);
  }
}
