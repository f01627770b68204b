import type { Logger } from 'pino';
import { type Database, stoppable } from '../../db/connection.ts';
import { endCorrections } from '../../settlement/confirm.ts';
import { settleGames } from '../../settlement/settle.ts';
import { logCorrections } from '../log-corrections.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Settles new results and what earlier runs did not finish. Ends corrections that were not confirmed in time. */
export function settleGamesJob(database: Database, earliestMs: number, clock: () => Promise<Date>, log: Logger): Job {
  return {
    name: 'settle games',
    limitMs: longLimitMs,
    run: async (stop) => {
      const settled = await settleGames(stoppable(database, stop), await clock(), earliestMs);
      if (settled.legs > 0) log.info(settled, 'settled');
      stop?.throwIfAborted();
      logCorrections(await endCorrections(database.db, await clock()), log);
    },
  };
}
