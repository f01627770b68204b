import type { Db } from '../db/connection.ts';
import { claimDue, enqueue, markFailed } from '../mail/store.ts';

/** Queues a letter that the mail server has refused for good. No other letter may be due. */
export async function addRefusedLetter(db: Db, recipient: string): Promise<void> {
  await enqueue(db, { recipient, subject: 'Your Ching password was changed', body: 'It was changed.' });
  const letter = await claimDue(db);
  if (letter) await markFailed(db, letter.id, 'refused', null);
}
