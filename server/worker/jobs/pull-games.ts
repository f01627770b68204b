import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import { type EasternDay, easternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { type Database, stoppable } from '../../db/connection.ts';
import { waitMs } from '../../feed/backoff.ts';
import { type Feed, FeedFailure } from '../../feed/feed.ts';
import { type Ingested, ingest } from '../../feed/ingest.ts';
import { insertPull, type PullRow } from '../../feed/store.ts';
import { recordAbsences } from '../../games/absences.ts';
import type { FeedAnswer, Quarantined } from '../../games/feed-answer.ts';
import { listCorrectableStarts, listUnfinishedStarts } from '../../settlement/watch-list.ts';
import type { Job } from '../run-job.ts';
import { logCorrections } from './log-corrections.ts';

/** The slate is pulled at the start and at every tenth poll. Source: design 3. */
const pollsPerSlate = 10;
/** No day is asked for any more once a poll has taken this long: the next one begins with the latest games again. Source: hardening D3. */
const longestPollMs = 60_000;
/** Ours: of an answer full of rubbish, no more than this is kept. */
const quarantinedAtMost = 100;
const odditiesToldAtMost = 1_000;

type PullDeps = {
  database: Database;
  feed: Feed;
  /** The instant of a poll: the database's clock. */
  clock: () => Promise<Date>;
  /** Whether the database's clock can be gone by: polls rest after it was set. */
  mayPoll?: () => Promise<boolean>;
  /** What waits and durations are measured by, in milliseconds: it goes on evenly when a clock is set. */
  monotonicMs?: () => number;
  log: Logger;
  /** How long after each other polls begin. */
  pollMs: number;
  /** Over how many minutes of a real game polls must agree on a correction; left out, the house rules' ten. */
  correctionMinutes?: number;
  /** From 0 to 1, for the backoff. */
  random?: () => number;
};

/**
 * Pulls one sport: its slate now and then, and at every poll the days of games that should be under way or have bets
 * waiting for them. Every pull leaves a row.
 *
 * Polls that bring nothing are followed by ever longer waits, which the first that brings something ends; the provider's
 * own wish to be left alone is always kept. The log is told when the trouble begins, changes and ends.
 */
export function pullGames(
  {
    database,
    feed,
    clock,
    mayPoll = async () => true,
    monotonicMs = () => performance.now(),
    log,
    pollMs,
    correctionMinutes,
    random = Math.random,
  }: PullDeps,
  sport: Sport,
): Job {
  let pollsToSlate = 0;
  let failures = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let trouble = '';
  const odditiesTold = new Set<string>();

  return {
    name: `pull ${sport}`,
    run: async (stop) => {
      pollsToSlate = Math.max(0, pollsToSlate - 1); // a slate that did not come stays due
      const begunMs = monotonicMs();
      if (begunMs < notBeforeMs || !(await mayPoll())) return;
      const outcomes = await poll(await clock(), begunMs, stop);
      if (outcomes.length === 0) return;
      const failed = outcomes.filter((outcome) => outcome instanceof FeedFailure);
      failures = failed.length === outcomes.length ? failures + 1 : 0;
      const asked = Math.max(...outcomes.map((outcome) => outcome.retryAfterMs ?? 0));
      notBeforeMs = begunMs + waitMs(pollMs, failures, random(), asked);
      tellTrouble(failed);
    },
  };

  async function poll(at: Date, begunMs: number, stop?: AbortSignal): Promise<(FeedAnswer | FeedFailure)[]> {
    const outcomes: (FeedAnswer | FeedFailure)[] = [];
    const starts: Date[] = [];
    if (pollsToSlate === 0) {
      const slate = await pull('slate', () => feed.slate(sport, at, stop), at, stop);
      if (!slate) return outcomes;
      outcomes.push(slate);
      if (!(slate instanceof FeedFailure)) {
        pollsToSlate = pollsPerSlate;
        const seen = slate.games.map((game) => game.id);
        starts.push(...(await listCorrectableStarts(database.db, feed.name, sport, at, seen)));
      }
    }
    // The days are asked after the slate has been written; what one poll saw twice counts once.
    starts.unshift(...(await listUnfinishedStarts(database.db, feed.name, sport, at)));
    for (const day of new Set<EasternDay>(starts.map(easternDay))) {
      const isWarned = outcomes.some((outcome) => outcome.retryAfterMs);
      if (isWarned || monotonicMs() - begunMs > longestPollMs) break;
      const outcome = await pull(day, () => feed.day(sport, day, at, stop), at, stop);
      if (!outcome) break;
      outcomes.push(outcome);
    }
    return outcomes;
  }

  /**
   * What the feed answered, taken in and noted. Any error but a feed's is thrown once it has been noted. An answer that
   * comes after `stop` is dropped, and one that came while the clock was set: then it returns null.
   */
  async function pull(
    what: string,
    ask: () => Promise<FeedAnswer>,
    at: Date,
    stop?: AbortSignal,
  ): Promise<FeedAnswer | FeedFailure | null> {
    const id = uuid();
    const begunMs = monotonicMs();
    const note = (outcome: Pick<PullRow, 'seen' | 'changed' | 'failure' | 'quarantined' | 'unknownStatuses'>) =>
      insertPull(database.db, {
        id,
        feed: feed.name,
        sport,
        what,
        at,
        tookMs: Math.round(monotonicMs() - begunMs),
        ...outcome,
      });
    const nothing = { seen: 0, changed: 0, quarantined: [], unknownStatuses: [] };

    const outcome = await ask().catch((error: unknown) => {
      if (error instanceof FeedFailure) return error;
      throw error;
    });
    stop?.throwIfAborted();
    if (!(await mayPoll())) return null;
    stop?.throwIfAborted();
    if (outcome instanceof FeedFailure) {
      await note({ ...nothing, failure: outcome.message });
      return outcome;
    }
    let ingested: Ingested;
    try {
      const options = { pullId: id, apartMs: pollMs / 2, correctionMinutes };
      ingested = await ingest(stoppable(database, stop), sport, outcome, at, options);
      stop?.throwIfAborted();
      await recordAbsences(database.db, feed.name, sport, outcome, at);
    } catch (error) {
      stop?.throwIfAborted();
      await note({ ...nothing, failure: 'the answer could not be stored' });
      throw error;
    }
    const { seen, changed } = ingested;
    const { unknownStatuses } = outcome;
    const quarantined = kept([...ingested.quarantined, ...outcome.quarantined]);
    await note({ seen, changed, failure: null, quarantined, unknownStatuses });
    tellOddities({ quarantined, unknownStatuses });
    logCorrections(ingested.corrections, log);
    if (changed > 0) log.debug({ sport, what, seen, changed }, 'pulled');
    return outcome;
  }

  /** Says what is wrong, once until it changes: a day without a network is one line. */
  function tellTrouble(failed: readonly FeedFailure[]): void {
    const now = [...new Set(failed.map(reasonOf))].sort().join('; ');
    if (now === trouble) return;
    trouble = now;
    if (failed.length === 0) log.info({ sport }, 'the feed answers again');
    else log.warn({ sport, reasons: failed.map(({ message }) => message) }, 'feed failed; the last good data stays');
  }

  /** Says what is odd in an answer, but for what has been said before: the same event comes with every poll. */
  function tellOddities({ quarantined, unknownStatuses }: Pick<FeedAnswer, 'quarantined' | 'unknownStatuses'>): void {
    const odd = [...quarantined.map(({ eventId, reason }) => `${eventId ?? 'answer'}: ${reason}`), ...unknownStatuses];
    const news = odd.filter((words) => !odditiesTold.has(words));
    if (odditiesTold.size > odditiesToldAtMost) odditiesTold.clear();
    for (const words of news) odditiesTold.add(words);
    if (news.length > 0) log.warn({ sport, oddities: news }, 'feed oddities');
  }
}

function kept(quarantined: readonly Quarantined[]): Quarantined[] {
  const more = quarantined.length - quarantinedAtMost;
  const first = quarantined.slice(0, quarantinedAtMost);
  return more > 0 ? [...first, { eventId: null, reason: `and ${more} more` }] : first;
}

/** What happened, without the address that it happened at, which is another one every day. */
function reasonOf(failure: FeedFailure): string {
  return failure.cause instanceof FeedFailure ? reasonOf(failure.cause) : failure.message;
}
