import type { Logger } from 'pino';
import { lazy } from '#shared/lazy.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import type { Job } from './run-job.ts';
import { lastHeartbeatAge } from './store.ts';

/** What two clocks showed at one instant, in milliseconds: the database's, and the process's monotonic one. */
export type Reading = { wallMs: number; monotonicMs: number };

/** Chosen: longer than any answer of the database takes, shorter than any limit of time that decides about bets. */
const jumpMs = 60_000;
/** Chosen: a clock that was set wrong is usually set right within seconds. */
const shortestRestMs = 30_000;

/**
 * Whether the database's clock was set between two readings, forward or back, or the worker slept: its machine (then its
 * monotonic clock stood still) or its process alone.
 *
 * everyMs  how often the clocks are read.
 */
export function isJump(before: Reading, after: Reading, everyMs: number): boolean {
  const elapsedMs = after.monotonicMs - before.monotonicMs;
  const isSet = Math.abs(after.wallMs - before.wallMs - elapsedMs) > jumpMs;
  return isSet || Math.abs(elapsedMs) > everyMs + jumpMs;
}

/** Chosen: a poll by a clock that is ahead locks games for good, and polls must come again before settling does. */
const pollsRestMs = shortestRestMs / 2;

/** Both calls read the clocks, once for all concurrent callers. */
export type ClockWatch = {
  /** Whether what cannot be undone may be done: not for two polls after a jump, and half a minute at least. */
  isSteady(): Promise<boolean>;
  /** Whether games may be polled: not for a quarter of a minute after the clock was set, or the worker slept. */
  mayPoll(): Promise<boolean>;
};

/**
 * Watches the database's clock for jumps. What cannot be undone waits for polls that came after the jump, and neither is
 * done by a clock that is wrong for seconds. A worker that starts after a time in which none was alive counts as one that
 * slept, but for polls: they begin at once, unless a heartbeat from the future shows that the clock was set back.
 *
 * everyMs  how often the worker polls.
 */
export function watchClock(
  db: Db,
  everyMs: number,
  log: Pick<Logger, 'warn'>,
  monotonicMs: () => number = () => performance.now(),
): ClockWatch {
  const restMs = Math.max(2 * everyMs, shortestRestMs);
  let last: Reading | null = null;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  let pollsRestUntilMs = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  async function look(): Promise<void> {
    const isStart = last === null;
    const before = last ?? (await lastAlive());
    last = await read();
    if (before === null || !isJump(before, last, everyMs)) return;
    restsUntilMs = last.monotonicMs + restMs;
    if (!isStart || before.wallMs > last.wallMs) pollsRestUntilMs = last.monotonicMs + pollsRestMs;
    const seconds = Math.round((last.wallMs - before.wallMs) / 1_000);
    log.warn({ seconds }, 'the clock jumped, or the worker slept; nothing final is done for a moment');
  }

  async function readOnce(): Promise<void> {
    reading ??= look().finally(() => {
      reading = null;
    });
    await reading;
  }

  async function read(): Promise<Reading> {
    return { wallMs: (await databaseNow(db)).getTime(), monotonicMs: monotonicMs() };
  }

  /** The clocks as of the last heartbeat of any worker; null when none ever was alive. */
  async function lastAlive(): Promise<Reading | null> {
    const age = await lastHeartbeatAge(db);
    if (age === null) return null;
    const { wallMs, monotonicMs } = await read();
    return { wallMs: wallMs - age * 1_000, monotonicMs: monotonicMs - age * 1_000 };
  }

  return {
    isSteady: async () => {
      await readOnce();
      return monotonicMs() >= restsUntilMs;
    },
    mayPoll: async () => {
      await readOnce();
      return monotonicMs() >= pollsRestUntilMs;
    },
  };
}

/** Chosen: a worker that a timer runs once a day, and some. */
const longestPauseSeconds = 25 * 3_600;

/**
 * For a worker that runs once: steady unless the last heartbeat of any worker is more than 25 hours ago or in the future.
 * The clock may be wrong then; the run polls, leaves its heartbeat, and the next run does the rest.
 */
export function watchOnce(db: Db): ClockWatch {
  const steady = lazy(async () => {
    const age = await lastHeartbeatAge(db);
    return age === null || (age > -jumpMs / 1_000 && age < longestPauseSeconds);
  });
  return { isSteady: steady, mayPoll: async () => true };
}

/** The same job, run once the clocks have been read: the first heartbeat would hide for how long no worker was alive. */
export function afterLook(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      await watch.isSteady();
      await job.run(stop);
    },
  };
}

/** The same job, skipped while polls rest. */
export function whenPolling(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      if (await watch.mayPoll()) await job.run(stop);
    },
  };
}

/** The same job, skipped while the clock is not steady: for what cannot be undone. */
export function whenSteady(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      if (await watch.isSteady()) await job.run(stop);
    },
  };
}
