import { hostname } from 'node:os';
import type { Database } from '../../db/connection.ts';
import type { Job } from '../run-job.ts';
import { recordHeartbeat } from '../store.ts';

/**
 * Records that this worker is alive: as of now, or as of the start of the longest run that is overdue. So a worker whose
 * job hangs becomes silent, although it runs.
 *
 * overdueMs  how long ago that was, in milliseconds; 0 when no run is overdue.
 */
export function heartbeat({ db }: Database, overdueMs: () => number = () => 0): Job {
  const worker = `${hostname()}:${process.pid}`;
  return { name: 'heartbeat', run: () => recordHeartbeat(db, worker, overdueMs()) };
}
