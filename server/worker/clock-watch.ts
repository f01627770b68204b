import type { Logger } from 'pino';
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

export type ClockWatch = {
  /** Reads the clocks, once for all concurrent callers; false for some time after a jump. */
  isSteady(): Promise<boolean>;
};

/**
 * Watches the database's clock for jumps. After one, `isSteady` is false for two polls and half a minute at least: what
 * cannot be undone waits for polls that came after the jump, and is not done by a clock that is wrong for seconds. A
 * worker that starts after a time in which none was alive counts as one that slept.
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
  let reading: Promise<void> | null = null;

  async function look(): Promise<void> {
    const before = last ?? (await lastAlive());
    last = await read();
    if (before === null || !isJump(before, last, everyMs)) return;
    restsUntilMs = last.monotonicMs + restMs;
    const seconds = Math.round((last.wallMs - before.wallMs) / 1_000);
    log.warn({ seconds }, 'the clock jumped, or the worker slept; nothing final is done for a moment');
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
      reading ??= look().finally(() => {
        reading = null;
      });
      await reading;
      return monotonicMs() >= restsUntilMs;
    },
  };
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

/** The same job, skipped while the clock is not steady: for what cannot be undone. */
export function whenSteady(watch: ClockWatch, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      if (await watch.isSteady()) await job.run(stop);
    },
  };
}
