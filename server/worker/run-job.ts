import type { Logger } from 'pino';
import { isUnreachable } from '../db/connection.ts';

export type Job = { name: string; run(): Promise<void> };

/** A job that knows whether it is running, so that it is never started over itself and can be waited for. */
export type GuardedJob = { name: string; run(): Promise<void>; idle(): Promise<void> };

/** Runs a job at most once at a time in this process. A failure is logged; the next tick tries again. */
export function guarded(job: Job, log: Logger): GuardedJob {
  let running: Promise<void> | null = null;
  return {
    name: job.name,
    run: async () => {
      if (running) return;
      running = (async () => job.run())().catch((err: unknown) => {
        if (isUnreachable(err)) log.warn({ job: job.name }, 'no database; the next tick tries again');
        else log.error({ job: job.name, err }, 'job failed');
      });
      await running;
      running = null;
    },
    idle: async () => {
      await running;
    },
  };
}
