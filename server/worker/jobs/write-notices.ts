import type { Logger } from 'pino';
import { type Database, stoppable } from '../../db/connection.ts';
import { watchChanges } from '../../events/changes.ts';
import { createNoticeWriter } from '../../notifications/pending-leagues.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Chosen: a notice is written some seconds after its bets are settled, however seldom feeds are polled. */
const everyMs = 2_000;

/**
 * Writes what members are notified of, after it was committed.
 *
 * monotonicMs  measures waits, in milliseconds. Default: the process's own.
 */
export function writeNotices(database: Database, log: Logger, monotonicMs?: () => number): Job {
  const writer = createNoticeWriter(watchChanges(database.db, monotonicMs), monotonicMs);
  return {
    name: 'write notices',
    everyMs,
    limitMs: longLimitMs,
    run: async (stop) => {
      const notices = await writer.run(stoppable(database, stop), stop);
      if (notices > 0) log.info({ notices }, 'notices written');
    },
  };
}
