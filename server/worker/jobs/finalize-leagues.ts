import type { Logger } from 'pino';
import type { Database } from '../../db/connection.ts';
import { finalizeLeagues } from '../../leagues/standings.ts';
import type { Job } from '../run-job.ts';

/** Freezes the standings of the leagues that have ended and wait for no ticket any more. */
export function finalizeLeaguesJob(database: Database, log: Logger): Job {
  return {
    name: 'finalize leagues',
    run: async () => {
      const leagues = await finalizeLeagues(database);
      if (leagues > 0) log.info({ leagues }, 'standings frozen');
    },
  };
}
