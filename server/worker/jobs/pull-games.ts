import type { Logger } from 'pino';
import { easternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Database } from '../../db/connection.ts';
import { type Feed, type FeedAnswer, FeedFailure } from '../../feed/feed.ts';
import { ingest } from '../../feed/ingest.ts';
import { listUnfinishedStarts } from '../../games/store.ts';
import type { Job } from '../run-job.ts';

/** The slate is pulled at the start and at every tenth poll. Source: design 3. */
const pollsPerSlate = 10;

/** Pulls one sport: its slate now and then, and at every poll the days of games that should be under way. */
export function pullGames(database: Database, feed: Feed, sport: Sport, clock: () => Date, log: Logger): Job {
  let pollsToSlate = 0;
  return {
    name: `pull ${sport}`,
    run: async () => {
      const at = clock();
      if (pollsToSlate === 0 && (await take(() => feed.slate(sport, at), at))) pollsToSlate = pollsPerSlate;
      pollsToSlate = Math.max(0, pollsToSlate - 1); // a slate that did not come stays due
      // The days are asked after the slate has been written; what one poll saw twice counts once.
      const starts = await listUnfinishedStarts(database.db, sport, at);
      for (const day of new Set(starts.map(easternDay))) await take(() => feed.day(sport, day), at);
    },
  };

  /** Whether the feed answered. */
  async function take(pull: () => Promise<FeedAnswer>, at: Date): Promise<boolean> {
    try {
      const answer = await pull();
      const { seen, changed } = await ingest(database, sport, answer, at);
      const { quarantined, unknownStatuses } = answer;
      if (quarantined.length > 0 || unknownStatuses.length > 0)
        log.warn({ sport, quarantined, unknownStatuses }, 'feed oddities');
      if (changed > 0) log.debug({ sport, seen, changed }, 'pulled');
      return true;
    } catch (error) {
      if (!(error instanceof FeedFailure)) throw error;
      log.warn({ sport, reason: error.message }, 'feed failed; the last good data stays');
      return false;
    }
  }
}
