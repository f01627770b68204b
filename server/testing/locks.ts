import type { Database } from '../db/connection.ts';

/** Keeps whatever `statement` locks until it is let go, as a transaction of somebody else would. */
export async function holding(
  { pool }: Database,
  statement: string,
  values: unknown[],
): Promise<{ run(statement: string, values: unknown[]): Promise<void>; letGo(): Promise<void> }> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement, values);
  return {
    run: async (also, its) => void (await client.query(also, its)),
    letGo: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

/** The process ids of the `count` or more connections to this database that wait for a lock, once there are so many. */
export async function untilWaiting({ pool }: Database, count = 1): Promise<number[]> {
  const deadline = Date.now() + 5_000;
  while (Date.now() < deadline) {
    const { rows } = await pool.query<{ pid: number }>(
      'select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
    );
    if (rows.length >= count) return rows.map((row) => row.pid);
  }
  throw new Error('nothing waits for a lock');
}
