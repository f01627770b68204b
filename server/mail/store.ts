import { eq, lt, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Db } from '../db/connection.ts';
import { outbox } from '../db/tables.ts';

export type Letter = { recipient: string; subject: string; body: string };
export type DueLetter = Letter & { id: string; attempts: number };

/** Longer than any try may take (see transport.ts), so that a letter is free again only after its worker has died. */
const leaseSeconds = 300;

/** Notes a letter that is owed: the worker sends it once the transaction has been committed. */
export async function owe(tx: Db, letter: Letter): Promise<void> {
  await tx.insert(outbox).values({ id: uuid(), ...letter });
}

/** The letter that is due longest, lent to this worker alone, with this try counted in; null when none is due. */
export async function takeDue(db: Db): Promise<DueLetter | null> {
  const next = sql`(select ${outbox.id} from ${outbox} where ${outbox.dueAt} <= now()
    order by ${outbox.dueAt} limit 1 for update skip locked)`;
  const [letter] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, dueAt: sql`now() + make_interval(secs => ${leaseSeconds})` })
    .where(eq(outbox.id, next))
    .returning({
      id: outbox.id,
      recipient: outbox.recipient,
      subject: outbox.subject,
      body: outbox.body,
      attempts: outbox.attempts,
    });
  return letter ?? null;
}

/** Its text goes with it: it may have held what only the recipient should know. */
export async function markSent(db: Db, id: string): Promise<void> {
  await db.update(outbox).set({ sentAt: sql`now()`, dueAt: null, body: '' }).where(eq(outbox.id, id));
}

export async function postpone(db: Db, id: string, seconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ dueAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(eq(outbox.id, id));
}

/** No further try; its text goes as with a sent one. */
export async function giveUp(db: Db, id: string): Promise<void> {
  await db.update(outbox).set({ dueAt: null, body: '' }).where(eq(outbox.id, id));
}

/** Forgets letters of more than a month ago. */
export async function deleteOldLetters(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.createdAt, sql`now() - interval '30 days'`));
}
