import { finishDeletions } from '../../account/deletion.ts';
import { type Database, stoppable } from '../../db/connection.ts';
import type { Job } from '../run-job.ts';

/** Takes users whose accounts are deleted out of the leagues that they are still in. */
export function finishDeletionsJob(database: Database): Job {
  return { name: 'finish deletions', run: (stop) => finishDeletions(stoppable(database, stop)) };
}
