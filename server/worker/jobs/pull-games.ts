import type { Logger } from 'pino';
import { type EasternDay, easternDay } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { type Database, stoppable } from '../../db/connection.ts';
import { reachableLeagues } from '../../db/reach.ts';
import { waitMs } from '../../feed/backoff.ts';
import { type Feed, FeedFailure } from '../../feed/feed.ts';
import { type Ingested, ingest } from '../../feed/ingest.ts';
import { storeQuarantined } from '../../feed/quarantine.ts';
import { insertPull, type PullRow } from '../../feed/store.ts';
import { recordAbsences } from '../../games/absences.ts';
import type { FeedAnswer, Quarantined } from '../../games/feed-answer.ts';
import { newId } from '../../lib/ids.ts';
import { recordSlate } from '../../quotes/feed-odds-store.ts';
import { listCorrectableStarts, listUnfinishedStarts } from '../../settlement/watch-list.ts';
import { logCorrections } from '../log-corrections.ts';
import type { Job } from '../run-job.ts';

/** The slate is pulled at the start and at every tenth poll. Source: docs/decisions/polls-and-slates.md. */
const pollsPerSlate = 10;
/**
 * A poll that has taken this long asks for no further day: the next poll starts with the latest games again.
 * Source: docs/decisions/polls-and-slates.md.
 */
const longestPollMs = 60_000;
/** Chosen: the most events that one pull stores as quarantined, for answers that are full of invalid ones. */
const maxQuarantined = 100;
/** Chosen: how many oddities are remembered as logged before the memory is cleared. */
const maxLoggedOddities = 1_000;

/**
 * How far apart two polls must be for one to confirm the other, if polls begin every `pollMs`: two workers may poll in the
 * same second. In milliseconds.
 */
export const apartMs = (pollMs: number) => pollMs / 2;

type PullDeps = {
  database: Database;
  feed: Feed;
  /** The time of a poll, by the database's clock. */
  clock: () => Promise<Date>;
  /** Whether games may be polled: false for a while after the database's clock was set. */
  mayPoll?: () => Promise<boolean>;
  /** Measures waits and durations, in milliseconds. Setting a clock does not change it. */
  monotonicMs?: () => number;
  log: Logger;
  /** Milliseconds between the starts of two polls. */
  pollMs: number;
  /** Over how many minutes of a real game polls must agree on a correction; without it ten, as the house rules say. */
  correctionMinutes?: number;
  /** A random number from 0 to 1, for the jitter of the backoff. */
  random?: () => number;
};

/**
 * Pulls one sport: the slate at every tenth poll and after a sleep of the machine, and at every poll the days of games
 * that should be under way or that have open bets and no result. Every pull writes a row, unless the job is stopped or
 * the database's clock is set meanwhile.
 *
 * After polls that failed altogether the job backs off, until a poll succeeds. It always obeys the provider's
 * Retry-After. It logs when a failure begins, changes and ends. Source: docs/decisions/polls-and-slates.md.
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
  /** The time of the last slate, by the database's clock. */
  let slateAt = new Date(0);
  let failures = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let trouble = '';
  const loggedOddities = new Set<string>();

  return {
    name: `pull ${sport}`,
    run: async (stop) => {
      pollsToSlate = Math.max(0, pollsToSlate - 1); // a slate whose pull failed stays due
      const begunMs = monotonicMs();
      if (begunMs < notBeforeMs || !(await mayPoll())) return;
      const outcomes = await poll(await clock(), begunMs, stop);
      if (outcomes.length === 0) return;
      const failed = outcomes.filter((outcome) => outcome instanceof FeedFailure);
      failures = failed.length === outcomes.length ? failures + 1 : 0;
      const asked = Math.max(...outcomes.map((outcome) => outcome.retryAfterMs ?? 0));
      notBeforeMs = begunMs + waitMs(pollMs, failures, random(), asked);
      logTrouble(failed);
    },
  };

  async function poll(at: Date, begunMs: number, stop?: AbortSignal): Promise<(FeedAnswer | FeedFailure)[]> {
    const outcomes: (FeedAnswer | FeedFailure)[] = [];
    const starts: Date[] = [];
    const { these } = await reachableLeagues(database);
    // By the clock too: a machine that slept has polled nothing, and the odds of its last slate are closed.
    if (pollsToSlate === 0 || Math.abs(at.getTime() - slateAt.getTime()) > pollsPerSlate * pollMs) {
      const slate = await pull('slate', () => feed.slate(sport, at, stop), at, stop);
      if (!slate) return outcomes;
      outcomes.push(slate);
      if (!(slate instanceof FeedFailure)) {
        pollsToSlate = pollsPerSlate;
        slateAt = at;
        await recordSlate(stoppable(database, stop), { feed: feed.name, sport }, at, pollsPerSlate * pollMs);
        const seen = slate.games.map((game) => game.id);
        starts.push(...(await listCorrectableStarts(database.db, feed.name, sport, at, seen, these)));
      }
    }
    // Days are pulled after the slate is stored. A game that one poll saw in both counts as seen once.
    starts.unshift(...(await listUnfinishedStarts(database.db, feed.name, sport, at, these)));
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
   * Asks the feed, stores the answer and writes a row about the pull. Returns the answer or the feed's failure. Any
   * other error is thrown after the row is written. Drops an answer that comes after `stop` (throws), or after the
   * clock was set (returns null): the time of that poll may be wrong.
   */
  async function pull(
    what: string,
    ask: () => Promise<FeedAnswer>,
    at: Date,
    stop?: AbortSignal,
  ): Promise<FeedAnswer | FeedFailure | null> {
    const id = newId();
    const begunMs = monotonicMs();
    const writeRow = (outcome: Pick<PullRow, 'seen' | 'changed' | 'failure' | 'quarantined' | 'unknownStatuses'>) =>
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

    const outcome = await ask().catch(async (error: unknown) => {
      if (error instanceof FeedFailure) return error;
      stop?.throwIfAborted();
      await writeRow({ ...nothing, failure: 'the answer could not be read' });
      throw error;
    });
    stop?.throwIfAborted();
    // A failure is reported even then: the provider's Retry-After holds by any clock.
    if (!(await mayPoll())) return outcome instanceof FeedFailure ? outcome : null;
    stop?.throwIfAborted();
    if (outcome instanceof FeedFailure) {
      await writeRow({ ...nothing, failure: outcome.message });
      return outcome;
    }
    let ingested: Ingested;
    let quarantined: Quarantined[];
    try {
      const options = { pullId: id, apartMs: apartMs(pollMs), correctionMinutes };
      ingested = await ingest(stoppable(database, stop), sport, outcome, at, options);
      stop?.throwIfAborted();
      await recordAbsences(database, feed.name, sport, outcome, at);
      quarantined = truncated([...ingested.quarantined, ...outcome.quarantined]);
      const { rawEvents = new Map() } = outcome;
      await storeQuarantined(database.db, { feed: feed.name, sport, what }, { quarantined, rawEvents }, at);
    } catch (error) {
      stop?.throwIfAborted();
      await writeRow({ ...nothing, failure: 'the answer could not be stored' });
      throw error;
    }
    const { seen, changed } = ingested;
    const { unknownStatuses } = outcome;
    await writeRow({ seen, changed, failure: null, quarantined: quarantined.map(reported), unknownStatuses });
    logOddities({ quarantined, unknownStatuses });
    logCorrections(ingested.corrections, log);
    if (changed > 0) log.debug({ sport, what, seen, changed }, 'pulled');
    return outcome;
  }

  /** Logs what is wrong, once until it changes: a day without a network makes one line. */
  function logTrouble(failed: readonly FeedFailure[]): void {
    const now = [...new Set(failed.map(reasonOf))].sort().join('; ');
    if (now === trouble) return;
    trouble = now;
    if (failed.length === 0) log.info({ sport }, 'the feed answers again');
    else log.warn({ sport, reasons: failed.map(({ message }) => message) }, 'feed failed; the last good data stays');
  }

  /** Logs what is odd in an answer, except for what was logged before: the same event comes with every poll. */
  function logOddities({ quarantined, unknownStatuses }: Pick<FeedAnswer, 'quarantined' | 'unknownStatuses'>): void {
    const odd = [...quarantined.map(({ eventId, reason }) => `${eventId ?? 'answer'}: ${reason}`), ...unknownStatuses];
    const news = odd.filter((words) => !loggedOddities.has(words));
    if (loggedOddities.size > maxLoggedOddities) loggedOddities.clear();
    for (const words of news) loggedOddities.add(words);
    if (news.length > 0) log.warn({ sport, oddities: news }, 'feed oddities');
  }
}

function truncated(quarantined: readonly Quarantined[]): Quarantined[] {
  const more = quarantined.length - maxQuarantined;
  const first = quarantined.slice(0, maxQuarantined);
  return more > 0 ? [...first, { eventId: null, reason: `and ${more} more` }] : first;
}

/** The part of a quarantined event that the row of the pull has. */
function reported({ eventId, reason }: Quarantined): PullRow['quarantined'][number] {
  return { eventId, reason };
}

/** The reason of a failure without the address of the request, which changes every day. */
function reasonOf(failure: FeedFailure): string {
  return failure.cause instanceof FeedFailure ? reasonOf(failure.cause) : failure.message;
}
