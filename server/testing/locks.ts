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

const waiting =
  'select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

/** What waits on any machine of a Citus, by the connection to the first of them that waits with it. */
const waitingOnAnyMachine = `
  select distinct pid from citus_lock_waits join citus_dist_stat_activity on global_pid = waiting_gpid
  where datname = current_database()`;

/** The process ids of the `count` or more connections to this database that wait for a lock, once there are so many. */
export async function untilWaiting({ pool }: Database, count = 1): Promise<number[]> {
  const spread = await pool.query<{ isSpread: boolean }>(
    `select to_regclass('citus_lock_waits') is not null as "isSpread"`,
  );
  const deadline = Date.now() + 5_000;
  while (Date.now() < deadline) {
    const { rows } = await pool.query<{ pid: number }>(spread.rows[0]?.isSpread ? waitingOnAnyMachine : waiting);
    if (rows.length >= count) return rows.map((row) => row.pid);
  }
  throw new Error('nothing waits for a lock');
}
