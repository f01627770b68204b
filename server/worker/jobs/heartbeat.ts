import { hostname } from 'node:os';
import type { Database } from '../../db/connection.ts';
import type { Job } from '../run-job.ts';
import { recordHeartbeat } from '../store.ts';

/**
 * Records that this worker is alive: as of now or, if a run is overdue, as of the start of that run. So a worker with a
 * hanging job looks dead, although its process runs.
 *
 * overdueMs  milliseconds since the start of the longest overdue run; 0 without one.
 */
export function heartbeat({ db }: Database, overdueMs: () => number = () => 0): Job {
  const worker = `${hostname()}:${process.pid}`;
  return { name: 'heartbeat', run: () => recordHeartbeat(db, worker, overdueMs()) };
}
