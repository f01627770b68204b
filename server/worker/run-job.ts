import { setMaxListeners } from 'node:events';
import type { Logger } from 'pino';
import { isUnreachable } from '../db/connection.ts';

export type Job = {
  name: string;
  /** The milliseconds between two runs, if they are shorter than the time between polls. */
  everyMs?: number;
  /** The longest that a healthy run takes, in milliseconds; without it 60 s. */
  limitMs?: number;
  /** Does the work once. Writes nothing after `stop` has aborted. */
  run(stop?: AbortSignal): Promise<void>;
};

/** A job of which at most one run is active in this process, and which can be stopped. */
export type GuardedJob = Pick<Job, 'name' | 'everyMs'> & {
  /**
   * Runs the job unless a run is active. Resolves when the run has ended or was aborted, with false if it failed or was
   * aborted. A failure is logged.
   */
  run(): Promise<boolean>;
  /**
   * Milliseconds since the first run that began after the last completed one; 0 while that is within the job's limit.
   */
  overdueMs(): number;
  /** Aborts the active run, prevents further runs, and resolves when the run has ended. */
  stop(): Promise<void>;
};

/** Chosen: a poll asks for no further day after so long. */
const usualLimitMs = 60_000;
/** Chosen: for jobs that may have much to do after an outage. Each of their queries has a time limit of its own. */
export const longLimitMs = 600_000;

/**
 * Guards `job`: aborts a run that lasts twice its limit, so that the next tick starts a new one. The aborted run may
 * still wait for an answer. If that comes late, the run drops it because its signal has aborted.
 */
export function guarded(job: Job, log: Logger): GuardedJob {
  const { name, everyMs, limitMs = usualLimitMs } = job;
  let running: { stop: AbortController; work: Promise<void> } | null = null;
  /** By performance.now(): the start of the first run since the last completed one; null if the last run completed. */
  let behindSince: number | null = null;
  let isStopped = false;

  /** Resolves when `work` ends or is aborted; aborts it after twice the limit. */
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
    ...(everyMs !== undefined && { everyMs }),
    run: async () => {
      if (running || isStopped) return true;
      const stop = new AbortController();
      setMaxListeners(0, stop.signal); // a run may have many requests under way, and Node warns of eleven
      behindSince ??= performance.now();
      let isDone = true;
      const work = (async () => job.run(stop.signal))().catch((err: unknown) => {
        isDone = false;
        if (stop.signal.aborted) return;
        if (isUnreachable(err)) log.warn({ job: name }, 'no database; the next tick tries again');
        else log.error({ job: name, err }, 'job failed');
      });
      running = { stop, work };
      await watch(work, stop);
      running = null;
      return isDone && !stop.signal.aborted;
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
