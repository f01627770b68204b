import { hostname } from 'node:os';
import type { Database } from '../../db/connection.ts';
import type { Job } from '../run-job.ts';
import { recordHeartbeat } from '../store.ts';

/** Says that this worker is alive. */
export function heartbeat({ db }: Database): Job {
  const worker = `${hostname()}:${process.pid}`;
  return { name: 'heartbeat', run: () => recordHeartbeat(db, worker) };
}
