import { lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { heartbeats, rateLimits } from '../db/tables.ts';

/** Notes that a worker is alive, and forgets workers that have not been for a day. */
export async function recordHeartbeat(db: Db, worker: string): Promise<void> {
  const at = sql`clock_timestamp()`;
  await db.insert(heartbeats).values({ worker, at }).onConflictDoUpdate({ target: heartbeats.worker, set: { at } });
  await db.delete(heartbeats).where(lt(heartbeats.at, sql`now() - interval '1 day'`));
}

/** Seconds since any worker was last alive, by the database's clock; null when none ever was. */
export async function lastHeartbeatAge(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ age: sql<number | null>`extract(epoch from clock_timestamp() - max(${heartbeats.at}))::float8` })
    .from(heartbeats);
  return row?.age ?? null;
}

/** Forgets counts that ended an hour ago: the processes that count go by clocks of their own. */
export async function deleteOldLimits(db: Db): Promise<void> {
  await db.delete(rateLimits).where(lt(rateLimits.expire, sql`extract(epoch from now() - interval '1 hour') * 1000`));
}
