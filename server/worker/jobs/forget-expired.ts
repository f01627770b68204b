import { deleteExpired } from '../../auth/store.ts';
import type { Database } from '../../db/connection.ts';
import { deleteOldPulls } from '../../feed/store.ts';
import { deleteOldLetters } from '../../mail/store.ts';
import type { Job } from '../run-job.ts';
import { deleteOldLimits } from '../store.ts';

/** Removes sessions, resets and counts that are over, and letters and pulls of long ago, so that no request has to. */
export function forgetExpired({ db }: Database, pace: number): Job {
  return {
    name: 'forget expired',
    run: async () => {
      await deleteExpired(db);
      await deleteOldLimits(db);
      await deleteOldLetters(db);
      await deleteOldPulls(db, pace);
    },
  };
}
