import type { Logger } from 'pino';
import { isUnreachable } from '../db/connection.ts';

export type Job = {
  name: string;
  /** What a run takes at most when all is well, in milliseconds; without it a minute. */
  limitMs?: number;
  /** Does the work once. After `stop` has aborted it writes nothing any more. */
  run(stop?: AbortSignal): Promise<void>;
};

/** A job that runs at most once at a time in this process, and can be ended. */
export type GuardedJob = {
  name: string;
  /** Runs the job unless it is running. Resolves when the run has ended or was ended; a failure is logged. */
  run(): Promise<void>;
  /** For how many milliseconds no run has come to its end, once that is longer than the job's limit; otherwise 0. */
  overdueMs(): number;
  /** Aborts the run, if there is one, lets no other start, and returns once the run has come to its end. */
  stop(): Promise<void>;
};

const usualLimitMs = 60_000; // Chosen: a poll asks for no further day after so long
/** Chosen: of jobs that may find a lot to do after an outage, and whose every query has a time limit of its own. */
export const longLimitMs = 600_000;

/**
 * Guards `job`: a run that lasts twice its limit is aborted, and the next tick starts a new one. The aborted run may still
 * wait for something that never comes; what it gets late is dropped by its signal.
 */
export function guarded(job: Job, log: Logger): GuardedJob {
  const { name, limitMs = usualLimitMs } = job;
  let running: { stop: AbortController; work: Promise<void> } | null = null;
  let behindSince: number | null = null; // by performance.now(): when the first run began of those since the last that ended
  let isStopped = false;

  /** Returns when `work` ends, or is aborted for taking too long. */
  async function watch(work: Promise<void>, stop: AbortController): Promise<void> {
    const watchdog = setTimeout(() => {
      log.error({ job: name, limitMs }, 'job hung; the next tick starts it anew');
      stop.abort();
    }, 2 * limitMs);
    const aborted = new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve()));
    await Promise.race([work, aborted]);
    clearTimeout(watchdog);
    if (!stop.signal.aborted) behindSince = null;
  }

  return {
    name,
    run: async () => {
      if (running || isStopped) return;
      const stop = new AbortController();
      behindSince ??= performance.now();
      const work = (async () => job.run(stop.signal))().catch((err: unknown) => {
        if (stop.signal.aborted) return;
        if (isUnreachable(err)) log.warn({ job: name }, 'no database; the next tick tries again');
        else log.error({ job: name, err }, 'job failed');
      });
      running = { stop, work };
      await watch(work, stop);
      running = null;
    },
    overdueMs: () => {
      const behindMs = behindSince === null ? 0 : performance.now() - behindSince;
      return behindMs > limitMs ? behindMs : 0;
    },
    stop: async () => {
      isStopped = true;
      running?.stop.abort();
      await running?.work;
    },
  };
}
