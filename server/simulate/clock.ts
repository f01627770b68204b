import type pg from 'pg';
import { withSettings } from '../db/connection-settings.ts';
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
  let ms = from.getTime();
  const iso = () => new Date(ms).toISOString();
  /** The open connections of pools that follow the clock. */
  const clients = new Set<pg.PoolClient>();
  return {
    now: () => new Date(ms),
    ms: () => ms,
    advance: async (more) => {
      ms += more;
      for (const client of clients) await client.query(`set simulation.now = '${iso()}'`);
    },
    follow: (pool) => {
      const address = pool.options.connectionString ?? '';
      // The pool reads its options for each new connection.
      Object.defineProperty(pool.options, 'connectionString', {
        get: () => withSettings(address, { 'simulation.now': iso() }),
      });
      pool.on('connect', (client) => clients.add(client));
      pool.on('remove', (client) => clients.delete(client));
    },
    owner,
    end: () => owner.end(),
  };
}
