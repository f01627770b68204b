import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { outbox } from '../db/tables/mail.ts';
import { enqueue, markFailed } from '../mail/store.ts';

/** Queues a letter that the mail server has refused for good. One transaction: a worker would send it meanwhile. */
export async function addRefusedLetter(database: Database, recipient: string): Promise<void> {
  await database.withTx(async (tx) => {
    const before = tx.select({ id: outbox.id }).from(outbox).where(eq(outbox.recipient, recipient));
    const known = new Set((await before).map(({ id }) => id));
    await enqueue(tx, { recipient, subject: 'Your Ching password was changed', body: 'It was changed.' });
    const [letter] = (await before).filter(({ id }) => !known.has(id));
    if (!letter) throw new Error('the letter is not queued');
    await tx.update(outbox).set({ attempts: sql`1` }).where(eq(outbox.id, letter.id));
    await markFailed(tx, letter.id, 'refused', null);
  });
}
