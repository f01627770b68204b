import type { Logger } from 'pino';
import { type Database, stoppable } from '../../db/connection.ts';
import { finalizeLeagues } from '../../leagues/standings.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/**
 * Freezes the standings of leagues that have ended and await nothing: no open ticket, no game whose result is being
 * confirmed, no disputed result and no revision that is not settled.
 */
export function finalizeLeaguesJob(database: Database, log: Logger): Job {
  return {
    name: 'finalize leagues',
    limitMs: longLimitMs,
    run: async (stop) => {
      const leagues = await finalizeLeagues(stoppable(database, stop));
      if (leagues > 0) log.info({ leagues }, 'standings frozen');
    },
  };
}
