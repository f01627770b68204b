import type { Logger } from 'pino';
import type { Database } from '../../db/connection.ts';
import { queueLetters } from '../../letters/queue.ts';
import type { Job } from '../run-job.ts';

/** Puts the notices that are due by mail into letters of the outbox. */
export function queueLettersJob(database: Database, log: Logger): Job {
  return {
    name: 'queue letters',
    run: async (stop) => {
      const letters = await queueLetters(database, stop);
      if (letters > 0) log.info({ letters }, 'letters queued');
    },
  };
}
