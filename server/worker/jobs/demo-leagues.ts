import type { Demo } from '../../demo/service.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Makes demo leagues for coming visitors, places bets in them, and deletes old ones. */
export function demoLeagues(demo: Demo, clock: () => Promise<Date>): Job {
  return { name: 'demo leagues', limitMs: longLimitMs, run: async () => demo.maintain(await clock()) };
}

/** Runs `job` after `first` has resolved. Every run awaits `first()`, which therefore has to remember that it ran. */
export function after(first: () => Promise<void>, job: Job): Job {
  return {
    ...job,
    run: async (stop) => {
      await first();
      await job.run(stop);
    },
  };
}
