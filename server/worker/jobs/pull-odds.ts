import type { Logger } from 'pino';
import type { Sport } from '#shared/domain/sport.ts';
import { type Database, stoppable } from '../../db/connection.ts';
import { FeedFailure } from '../../feed/feed.ts';
import { matchOdds } from '../../feed/match-odds.ts';
import { insertPull, listPullHealth } from '../../feed/store.ts';
import { isOn, type OddsApi, type Pulled } from '../../feed/the-odds-api.ts';
import type { Quarantined } from '../../games/feed-answer.ts';
import { newId } from '../../lib/ids.ts';
import { gamesToMerge, mergeExtraQuotes } from '../../quotes/extra-quotes.ts';
import type { Job } from '../run-job.ts';

type OddsDeps = { database: Database; odds: OddsApi; clock: () => Promise<Date>; log: Logger };

/**
 * Chosen: the most events that one pull stores as quarantined. An answer may quote half a season; only the slate has
 * games.
 */
const maxQuarantined = 100;

/**
 * Fills missing quotes of one sport from The Odds API, if its coming games lack markets and the month's credits allow
 * it. Every pull writes a row, unless the job is stopped. The rows of all processes decide when the next pull is due.
 */
export function pullOdds({ database, odds, clock, log }: OddsDeps, sport: Sport): Job {
  let rest = { from: new Date(0), until: new Date(0) };
  return {
    name: `pull ${sport} odds`,
    run: async (stop) => {
      const at = await clock();
      if (isOn(rest, at)) return;
      const games = await gamesToMerge(database.db, sport, at);
      if (games.length === 0) return;
      const pull = { id: newId(), feed: odds.name, sport, what: 'odds', at, unknownStatuses: [] };
      const begunMs = performance.now();
      const tookMs = () => Math.round(performance.now() - begunMs);
      try {
        const answer = await odds.quotes(sport, at, await lastPull(at), stop);
        stop?.throwIfAborted();
        if (answer.kind === 'resting') {
          rest = { from: at, until: answer.until };
          return;
        }
        const { events, quota } = answer;
        const { matched, unmatched } = matchOdds(events, games);
        const changed = await mergeExtraQuotes(stoppable(database, stop), matched, games, await clock());
        const quarantined: Quarantined[] = [...answer.quarantined, ...unmatched].slice(0, maxQuarantined);
        await insertPull(database.db, {
          ...pull,
          tookMs: tookMs(),
          failure: null,
          seen: events.length,
          changed,
          quarantined,
        });
        log.info({ sport, seen: events.length, matched: matched.length, changed, quota }, 'odds pulled');
      } catch (error) {
        stop?.throwIfAborted();
        const failure = error instanceof FeedFailure ? error.message : 'the odds could not be read or stored';
        await insertPull(database.db, { ...pull, tookMs: tookMs(), failure, seen: 0, changed: 0, quarantined: [] });
        if (!(error instanceof FeedFailure)) throw error;
        log.warn({ sport, reason: failure }, 'no odds came; the quotes stay as they are');
      }
    },
  };

  async function lastPull(now: Date): Promise<Pulled> {
    const health = (await listPullHealth(database.db, 'odds', now)).find((one) => one.sport === sport);
    return { askedAt: health?.lastAt ?? null, answeredAt: health?.lastSuccessAt ?? null };
  }
}
