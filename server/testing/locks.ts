import type { Database } from '../db/connection.ts';

/** The statement that takes a game's advisory lock, as whoever changes the game does. Its only value is the game's id. */
export const lockGame = 'select pg_advisory_xact_lock(7, hashtext($1))';

/** Opens another transaction that runs `statement`, and so has its locks until `release` is called. */
export async function lockElsewhere(
  { pool }: Database,
  statement: string,
  values: unknown[],
): Promise<{ run(statement: string, values: unknown[]): Promise<void>; release(): Promise<void> }> {
  const client = await pool.connect();
  await client.query('begin');
  // Otherwise its locks would last for five seconds, and on Citus no wait for a lock ends sooner.
  await client.query('set local idle_in_transaction_session_timeout = 0');
  await client.query(statement, values);
  return {
    run: async (also, its) => void (await client.query(also, its)),
    release: async () => {
      await client.query('commit');
      client.release();
    },
  };
}

const waiting =
  'select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()';

/** On Citus: the coordinator's connections that wait for a lock on any machine. */
const waitingOnAnyMachine = `
  select distinct pid from citus_lock_waits join citus_dist_stat_activity on global_pid = waiting_gpid
  where datname = current_database()`;

/**
 * Waits until at least `count` connections to this database wait for a lock; returns their process ids. Throws after
 * `withinMs`: a process that is to wait needs some seconds to start.
 */
export async function untilWaiting({ pool }: Database, count = 1, withinMs = 5_000): Promise<number[]> {
  const citus = await pool.query<{ isSharded: boolean }>(
    `select to_regclass('citus_lock_waits') is not null as "isSharded"`,
  );
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    const { rows } = await pool.query<{ pid: number }>(citus.rows[0]?.isSharded ? waitingOnAnyMachine : waiting);
    if (rows.length >= count) return rows.map((row) => row.pid);
  }
  throw new Error('nothing waits for a lock');
}
