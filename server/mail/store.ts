import { and, eq, isNotNull, lt, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { MailFailure } from '#shared/domain/mail-failure.ts';
import type { Db } from '../db/connection.ts';
import type { UnwrittenKind } from '../db/tables/mail.ts';
import { outbox } from '../db/tables/mail.ts';
import { newId } from '../lib/ids.ts';

/**
 * A letter with `resetUserId` or `kind` has an empty body: its text is written when it is sent, with `next` in the link
 * of a reset, and for the user and about the notices of a letter of a kind.
 */
export type Letter = {
  recipient: string;
  subject: string;
  body: string;
  resetUserId?: string | null;
  next?: string | null;
  userId?: string | null;
  kind?: UnwrittenKind | null;
  noticeIds?: string[];
};
export type DueLetter = Required<Letter> & { id: string; attempts: number };

/** The words of a letter at its sending. `unsubscribe` is the link that ends such mail; null for mail that has to come. */
export type Written = { subject: string; body: string; unsubscribe: string | null };

/** The text of a letter cannot be written now: the next run tries again, and no try is counted. */
export class LetterHasToWait extends Error {
  override readonly name = 'LetterHasToWait';
}

/**
 * Longer than any try may take (transport.ts), so that another worker claims a letter only after its worker has died.
 */
const leaseSeconds = 300;

/** Queues a letter in `tx`. The worker sends it after the commit. Why: docs/decisions/mail-outbox.md. */
export async function enqueue(tx: Db, letter: Letter): Promise<void> {
  await tx.insert(outbox).values({ id: newId(), ...letter });
}

/**
 * Longer than any retry delay. A letter due later than this was postponed before somebody set the database's clock
 * back, so it is due now.
 */
const latestDueSeconds = 1_200;

/** Whether it is one of the letters that thousands get in the same minute: others go before them. */
const isOfMany = sql`coalesce(${outbox.kind}::text in ('recap', 'final'), false)`;

/**
 * Claims the letter that has been due longest, those of many last, and counts the try; null if none is due. No other
 * worker gets the letter for `leaseSeconds`.
 */
export async function claimDue(db: Db): Promise<DueLetter | null> {
  const next = sql`(select ${outbox.id} from ${outbox} where ${outbox.dueAt} <= now()
    or ${outbox.dueAt} > now() + make_interval(secs => ${latestDueSeconds}) order by ${isOfMany}, ${outbox.dueAt}, ${outbox.id}
    limit 1 for update skip locked)`;
  const [letter] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(eq(outbox.id, next))
    .returning({
      id: outbox.id,
      recipient: outbox.recipient,
      subject: outbox.subject,
      body: outbox.body,
      resetUserId: outbox.resetUserId,
      next: outbox.next,
      userId: outbox.userId,
      kind: outbox.kind,
      noticeIds: outbox.noticeIds,
      attempts: outbox.attempts,
    });
  return letter ?? null;
}

/** Marks a letter as sent and deletes its body. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db
    .update(outbox)
    .set({ sentAt: sql`now()`, dueAt: null, body: '', ...noFailure })
    .where(eq(outbox.id, id));
}

const noFailure = { failure: null, failedAt: null };

/**
 * Records a failed try. The next one is after `waitSeconds`; null gives the letter up, with its body, so that an admin
 * can have it sent again. A letter that was dropped meanwhile stays dropped.
 */
export async function markFailed(db: Db, id: string, failure: MailFailure, waitSeconds: number | null): Promise<void> {
  const dueAt = waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})`;
  await db
    .update(outbox)
    .set({ failure, failedAt: sql`now()`, dueAt })
    .where(and(eq(outbox.id, id), isNotNull(outbox.dueAt)));
}

/** Sets the time of the next try, and does not count this one: nothing was sent. */
export async function putOff(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: sql`now() + make_interval(secs => ${seconds})`, attempts: sql`${outbox.attempts} - 1` })
    .where(and(eq(outbox.id, id), isNotNull(outbox.dueAt)));
}

/** Whether the letter is still to be sent. */
export async function isQueued(tx: Db, id: string): Promise<boolean> {
  const queued = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), isNotNull(outbox.dueAt)));
  return queued.length > 0;
}

/** Whether a later letter with a reset link for the same user has been tried, and may have arrived. */
export async function isSuperseded(tx: Db, id: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${outbox} letter
    join ${outbox} later on later.reset_user_id = letter.reset_user_id
      and (later.created_at, later.id) > (letter.created_at, letter.id) and later.attempts > 0
    where letter.id = ${id} limit 1`);
  return rows.length > 0;
}

/** Drops the queued letters with a reset link for this user. */
export async function dropResetLetters(tx: Db, userId: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ dueAt: null, ...noFailure })
    .where(and(eq(outbox.resetUserId, userId), isNotNull(outbox.dueAt)));
}

/** Deletes the letters of these users, sent or not. */
export async function deleteLettersOf(tx: Db, userIds: readonly string[]): Promise<void> {
  const isAmong = (column: SQLWrapper) => sql`${column} = any (${sql.param(userIds)}::uuid[])`;
  await tx.delete(outbox).where(or(isAmong(outbox.userId), isAmong(outbox.resetUserId)));
}

/** Deletes the letters to an address, sent or not. */
export async function deleteLettersTo(tx: Db, recipient: string): Promise<void> {
  await tx.delete(outbox).where(eq(outbox.recipient, recipient));
}

/** Drops a letter that is not wanted any more, and deletes its body. */
export async function drop(db: Db, id: string): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: null, body: '', ...noFailure })
    .where(eq(outbox.id, id));
}

/** Deletes letters that are older than a month. */
export async function deleteOldLetters(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '30 days'`));
}
