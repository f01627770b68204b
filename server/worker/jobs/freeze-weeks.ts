import type { Logger } from 'pino';
import { type Database, stoppable } from '../../db/connection.ts';
import { freezeWeeks } from '../../leagues/weeks.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Freezes the weeks of leagues that are over, with their winners and recaps. */
export function freezeWeeksJob(database: Database, log: Logger): Job {
  return {
    name: 'freeze weeks',
    limitMs: longLimitMs,
    run: async (stop) => {
      const weeks = await freezeWeeks(stoppable(database, stop));
      if (weeks > 0) log.info({ weeks }, 'weeks frozen');
    },
  };
}
