import type pg from 'pg';
import { replaceDatabaseClock } from '../testing/database-clock.ts';
import { ownerPool } from '../testing/owner-pool.ts';

/** The only clock of a simulation: of the database, the web processes and the worker. It stands still between steps. */
export type SimulatedClock = {
  now(): Date;
  ms(): number;
  /** Sets the clock forward. No statement may be under way. */
  advance(ms: number): Promise<void>;
  /** Gives the connections of a pool this clock. It must be called before the first connection is made. */
  follow(pool: pg.Pool): void;
  /** Connections as the owner of the tables, without faults. They have no clock. */
  owner: pg.Pool;
  end(): Promise<void>;
};

/**
 * Starts the clock of the database at `url`, which has no other connections yet, at `from`. It reads a setting of the
 * connection, so that Postgres can put it into its plans; a table with the time, as in oracle/virtual-clock.ts, is read
 * anew for each row.
 */
export async function simulatedClock(url: string, from: Date): Promise<SimulatedClock> {
  const owner = ownerPool(url, 2);
  const time = `select current_setting('simulation.now')::timestamptz`;
  await replaceDatabaseClock(owner, { clockTimestamp: time, now: time });
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_database()) as name');
  let ms = from.getTime();
  const clients = new Set<pg.PoolClient>();
  /** Sets the time of later connections, and of those that there are. */
  const setTime = async () => {
    const at = `'${new Date(ms).toISOString()}'`;
    await owner.query(`alter database ${rows[0]?.name} set simulation.now = ${at}`);
    for (const client of clients) await client.query(`set simulation.now = ${at}`);
  };
  await setTime();
  return {
    now: () => new Date(ms),
    ms: () => ms,
    advance: async (more) => {
      ms += more;
      await setTime();
    },
    follow: (pool) => {
      pool.on('connect', (client) => clients.add(client));
      pool.on('remove', (client) => clients.delete(client));
    },
    owner,
    end: () => owner.end(),
  };
}
