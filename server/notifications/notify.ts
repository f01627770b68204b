import type { Db } from '../db/connection.ts';
import { recordNoticeChanges } from '../events/store.ts';
import { queueMails } from '../letters/queue.ts';
import { queuePushes } from '../push/queue-store.ts';
import { type NewNotice, type WrittenNotice, writeNotices } from './store.ts';

/**
 * Passes notices on by another way than the inbox. It runs in the transaction that writes them: it queues, and sends
 * nothing itself.
 */
type Channel = (tx: Db, written: readonly WrittenNotice[]) => Promise<void>;

const channels: readonly Channel[] = [queuePushes, queueMails];

/**
 * Writes notices in `tx`, and hands those that are new or have news to every channel. Returns them. What a user was
 * notified of already is not written again, so a caller may repeat its work.
 */
export async function notify(tx: Db, notices: readonly NewNotice[]): Promise<WrittenNotice[]> {
  const written = await writeNotices(tx, notices);
  if (written.length === 0) return written;
  await recordNoticeChanges(tx, [...new Set(written.map(({ userId }) => userId))]);
  for (const channel of channels) await channel(tx, written);
  return written;
}
