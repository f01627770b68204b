import { lt, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { heartbeats } from '../db/tables/processes.ts';

/**
 * Chosen: a heartbeat further in the future was written before the database's clock was set back. Synchronising a clock
 * may move it by less.
 */
const futureSeconds = 5;
const isFuture = sql`${heartbeats.at} > now() + make_interval(secs => ${futureSeconds})`;

/**
 * Records that a worker was alive `msAgo` milliseconds ago. Deletes heartbeats that are older than a day or in the
 * future.
 */
export async function recordHeartbeat(db: Db, worker: string, msAgo = 0): Promise<void> {
  const at = sql`clock_timestamp() - make_interval(secs => ${msAgo / 1_000})`;
  await db.insert(heartbeats).values({ worker, at }).onConflictDoUpdate({ target: heartbeats.worker, set: { at } });
  await db.delete(heartbeats).where(or(lt(heartbeats.at, sql`now() - interval '1 day'`), isFuture));
}

/**
 * Seconds since any worker was last alive, by the database's clock; null when none ever was. Below zero when every
 * heartbeat is in the future: then no worker has been alive since the database's clock was set back.
 */
export async function lastHeartbeatAge(db: Db): Promise<number | null> {
  const last = sql`coalesce(max(${heartbeats.at}) filter (where not ${isFuture}), max(${heartbeats.at}))`;
  const [row] = await db
    .select({ age: sql<number | null>`extract(epoch from clock_timestamp() - ${last})::float8` })
    .from(heartbeats);
  return row?.age ?? null;
}
