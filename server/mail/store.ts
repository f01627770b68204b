import { and, eq, isNotNull, lt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/connection.ts';
import { outbox } from '../db/tables.ts';

/** With `resetUserId` its text is written when it is sent. */
export type Letter = { recipient: string; subject: string; body: string; resetUserId?: string | null };
export type DueLetter = Required<Letter> & { id: string; attempts: number };

/** Longer than any try may take (see transport.ts), so that a letter is free again only after its worker has died. */
const leaseSeconds = 300;

/** Notes a letter that is owed: the worker sends it once the transaction has been committed. */
export async function enqueue(tx: Db, letter: Letter): Promise<void> {
  await tx.insert(outbox).values({ id: uuid(), ...letter });
}

/** Later than any try is put off to: a letter due after this was put off before the database's clock was set back. */
const latestDueSeconds = 1_200;

/** The letter that is due longest, lent to this worker alone, with this try counted in; null when none is due. */
export async function claimDue(db: Db): Promise<DueLetter | null> {
  const next = sql`(select ${outbox.id} from ${outbox} where ${outbox.dueAt} <= now()
    or ${outbox.dueAt} > now() + make_interval(secs => ${latestDueSeconds}) order by ${outbox.dueAt} limit 1 for update skip locked)`;
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
      attempts: outbox.attempts,
    });
  return letter ?? null;
}

/** Its text goes with it: it may have held what only the recipient should know. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db.update(outbox).set({ sentAt: sql`now()`, dueAt: null, body: '' }).where(eq(outbox.id, id));
}

/** A letter that was dropped while it was being sent stays dropped. */
export async function postpone(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(outbox.id, id), isNotNull(outbox.dueAt)));
}

/** Whether the letter is still to be sent. */
export async function isQueued(tx: Db, id: string): Promise<boolean> {
  const owed = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.id, id), isNotNull(outbox.dueAt)));
  return owed.length > 0;
}

/** Drops the letters with a link to a new password for this user that are still to be sent. */
export async function dropResetLetters(tx: Db, userId: string): Promise<void> {
  await tx
    .update(outbox)
    .set({ dueAt: null })
    .where(and(eq(outbox.resetUserId, userId), isNotNull(outbox.dueAt)));
}

/** No further try; its text goes as with a sent one. */
export async function giveUp(db: Db, id: string): Promise<void> {
  await db.update(outbox).set({ dueAt: null, body: '' }).where(eq(outbox.id, id));
}

/** Forgets letters of more than a month ago. */
export async function deleteOldLetters(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '30 days'`));
}
