import type { Demo } from '../../demo/service.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Makes demo leagues for coming visitors, places bets in them, and deletes old ones. */
export function demoLeagues(demo: Demo, clock: () => Promise<Date>): Job {
  return { name: 'demo leagues', limitMs: longLimitMs, run: async () => demo.maintain(await clock()) };
}
