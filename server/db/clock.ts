import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/** The database's own time, read now: the only clock that locks a game (hardening 0.5). */
export async function databaseNow(tx: Db): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}
