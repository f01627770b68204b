import type { Logger } from 'pino';
import { lazy } from '#shared/lazy.ts';
import { databaseNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import type { Job } from './run-job.ts';
import { lastHeartbeatAge } from './store.ts';

/** The times of two clocks at one instant, in milliseconds: the database's, and the process's monotonic one. */
export type Reading = { wallMs: number; monotonicMs: number };

/** Chosen: longer than any answer of the database takes, and shorter than any time limit that decides about bets. */
const jumpMs = 60_000;
/** Chosen: a clock that was set wrong is usually set right within seconds. */
const shortestRestMs = 30_000;

/**
 * Whether the database's clock was set forward or back between two readings, or the worker slept. During a sleep of the
 * machine the monotonic clock stands still; during a pause of the process alone it runs on.
 *
 * everyMs  how often the clocks are read.
 */
export function isJump(before: Reading, after: Reading, everyMs: number): boolean {
  const elapsedMs = after.monotonicMs - before.monotonicMs;
  const isSet = Math.abs(after.wallMs - before.wallMs - elapsedMs) > jumpMs;
  return isSet || Math.abs(elapsedMs) > everyMs + jumpMs;
}

/**
 * Chosen: a poll by a clock that is ahead locks games for good, so polls wait until the clock is probably right again.
 * They rest for less time than settling, so that they come before it.
 */
const pollsRestMs = shortestRestMs / 2;

/** Both functions read the clocks; concurrent calls share one reading. */
export type ClockWatch = {
  /**
   * Whether jobs that cannot be undone may run: false after a jump for twice the time between polls, and for at least
   * 30 s.
   */
  isSteady(): Promise<boolean>;
  /** Whether games may be polled: false for 15 s after a jump. */
  mayPoll(): Promise<boolean>;
};

/**
 * Watches the database's clock for jumps. After a jump, jobs that cannot be undone rest for the time of two polls, in
 * which games are polled again if the feed answers. Nothing checks that it did: settling waits for no poll, except
 * where its own rules need one (`isOutOfTime` in settlement/decide.ts). Both rests also bridge a clock that is wrong
 * for seconds only.
 *
 * A worker that starts when no other was alive counts as a worker that slept, except for polls: these start at once,
 * unless a heartbeat from the future shows that the clock was set back. Source: docs/decisions/database-clock.md.
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

  async function checkClocks(): Promise<void> {
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
    reading ??= checkClocks().finally(() => {
      reading = null;
    });
    await reading;
  }

  async function read(): Promise<Reading> {
    return { wallMs: (await databaseNow(db)).getTime(), monotonicMs: monotonicMs() };
  }

  /** The times of the clocks at the last heartbeat of any worker; null without one. */
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

/** Chosen: a day and an hour, for a worker that a timer runs once a day. */
const longestPauseSeconds = 25 * 3_600;

/**
 * For a worker that runs once: steady unless the last heartbeat of any worker is more than 25 hours ago or in the
 * future. Then the clock may be wrong. The run polls and writes its heartbeat, and the next run does the rest.
 */
export function watchOnce(db: Db): ClockWatch {
  const steady = lazy(async () => {
    const age = await lastHeartbeatAge(db);
    return age === null || (age > -jumpMs / 1_000 && age < longestPauseSeconds);
  });
  return { isSteady: steady, mayPoll: async () => true };
}

/** Awaits `first()` before every run of the job. Work to be done once must remember that it is done. */
export function after(first: () => Promise<unknown>, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      await first();
      await job.run(stop);
    },
  };
}

/**
 * Runs `job` after the clocks have been read. Only then may the first heartbeat be written: it hides for how long no
 * worker was alive.
 */
export function afterClockCheck(watch: ClockWatch, job: Job): Job {
  return after(watch.isSteady, job);
}

/** Skips `job` while games may not be polled. */
export function whenPolling(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      if (await watch.mayPoll()) await job.run(stop);
    },
  };
}

/** Skips `job` while the clock is not steady: for jobs that cannot be undone. */
export function whenSteady(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      if (await watch.isSteady()) await job.run(stop);
    },
  };
}
