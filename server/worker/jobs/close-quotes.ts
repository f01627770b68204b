import type { Logger } from 'pino';
import type { Database } from '../../db/connection.ts';
import { insertClosingQuotes } from '../../quotes/closing-store.ts';
import type { Job } from '../run-job.ts';

/** Chosen: a batch takes a fraction of a second. */
const gamesOnce = 200;
/** Chosen: a game that began longer ago gets its row at the next start of a worker. */
const recentMs = 7 * 24 * 3_600_000;

/**
 * Stores the closing quote of each game that has begun, from the history at its lock. The first runs of a process go
 * through all games, so that a database from before closing quotes gets those of its past; later runs read recent games
 * alone, because reading all of them at every poll takes longer each season.
 */
export function closeQuotes({ db }: Database, clock: () => Promise<Date>, log: Logger): Job {
  let isPastDone = false;
  return {
    name: 'close quotes',
    run: async (stop) => {
      const from = isPastDone ? new Date((await clock()).getTime() - recentMs) : new Date(0);
      let closed = 0;
      for (let count = gamesOnce; count === gamesOnce; closed += count) {
        stop?.throwIfAborted();
        count = await insertClosingQuotes(db, from, gamesOnce);
      }
      isPastDone = true;
      if (closed > 0) log.debug({ games: closed }, 'closing quotes stored');
    },
  };
}
