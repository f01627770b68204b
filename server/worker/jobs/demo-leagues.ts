import type { Demo } from '../../demo/service.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Keeps leagues ready for visitors who try the demo, lively ones, and removes those that had theirs. */
export function demoLeagues(demo: Demo, clock: () => Promise<Date>): Job {
  return { name: 'demo leagues', limitMs: longLimitMs, run: async () => demo.keep(await clock()) };
}

/** The same job, run for the first time only once `first` has: it waits for that, and for no more than its failure. */
export function after(first: () => Promise<void>, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      await first();
      await job.run(stop);
    },
  };
}
