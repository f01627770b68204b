import { deleteExpiredResets } from '../../auth/store.ts';
import type { Database } from '../../db/connection.ts';
import { deleteOldChanges } from '../../events/store.ts';
import type { Feed } from '../../feed/feed.ts';
import { deleteOldStoredEvents } from '../../feed/quarantine-store.ts';
import { deleteOldPulls } from '../../feed/store.ts';
import { deleteOldLimits } from '../../http/limits-store.ts';
import { deleteExpiredSessions } from '../../http/session-store.ts';
import { deleteOldLetters } from '../../mail/store.ts';
import { deleteOldNotices } from '../../notifications/store.ts';
import { deleteOldRefusals } from '../../tickets/refusals-store.ts';
import { deleteExpiredEmailChanges } from '../../users/email-changes-store.ts';
import type { Job } from '../run-job.ts';

/** Chosen: polls, and so ticks, may be a second apart. */
const everyMs = 60_000;

/**
 * Deletes expired sessions, password resets, changes of addresses, rate-limit counts and refusals of bets, and old letters, pulls,
 * quarantined events, changes and notices. Runs at most once a minute, so that no request has to delete them.
 */
export function deleteExpiredRows(
  database: Database,
  feed: Pick<Feed, 'name' | 'speed'>,
  monotonicMs: () => number = () => performance.now(),
): Job {
  const { db } = database;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  return {
    name: 'delete expired',
    run: async () => {
      if (monotonicMs() < notBeforeMs) return;
      notBeforeMs = monotonicMs() + everyMs;
      await deleteExpiredSessions(db);
      await deleteExpiredResets(db);
      await deleteExpiredEmailChanges(db);
      await deleteOldLimits(db);
      await deleteOldLetters(db);
      await deleteOldPulls(db, feed);
      await deleteOldStoredEvents(db);
      await deleteOldChanges(db);
      await deleteOldNotices(db);
      await deleteOldRefusals(database);
    },
  };
}
