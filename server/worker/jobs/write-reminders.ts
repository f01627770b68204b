import type { Logger } from 'pino';
import { type Database, stoppable } from '../../db/connection.ts';
import { createReminderWriter } from '../../notifications/reminders.ts';
import { type Job, longLimitMs } from '../run-job.ts';

/** Reminds members of a week that does not count yet, and of a league that closes to bets. */
export function writeReminders(database: Database, log: Logger, monotonicMs?: () => number): Job {
  const writer = createReminderWriter(monotonicMs);
  return {
    name: 'write reminders',
    limitMs: longLimitMs,
    run: async (stop) => {
      const reminders = await writer.run(stoppable(database, stop), stop);
      if (reminders > 0) log.info({ reminders }, 'reminders written');
    },
  };
}
