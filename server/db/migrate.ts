import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { type Db, sqlState } from './connection.ts';
import { requireActiveMachines } from './machines.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

const migrationsFolder = join(import.meta.dirname, 'migrations');
const newestMigration = Math.max(...journal.entries.map(({ when }) => when));
const migrationLock = 7_246_001; // any number, the same in every process

/**
 * Migrates the database at `url`, as the owner of its tables. Several processes may start at once: an advisory lock
 * lets one migrate, and the others then find nothing to do. A database that has every migration gets no statement that
 * changes tables: on Citus such a statement needs every machine. Throws StartupError if the database cannot be reached,
 * or has migrations to run while a machine of its Citus is disabled.
 */
export async function migrate(url: string): Promise<void> {
  // Chosen: longer than a request may wait. A start that fails on a busy machine only has to be repeated.
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000, keepAlive: true });
  client.on('error', () => undefined); // the running query fails as well and reports the error
  await client.connect().catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`The database cannot be reached: ${cause.message || cause.code}`, { cause });
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    const db = drizzle(client);
    if (await isMigrated(db)) return;
    await requireActiveMachines(client);
    // All new migrations run in one transaction. After an index of a sharded table, which Citus builds on all shards at
    // once, it refuses a foreign key in the same transaction. A Postgres without Citus does not use the setting.
    await client.query("set citus.multi_shard_modify_mode to 'sequential'");
    await runMigrations(db, { migrationsFolder });
  } finally {
    await client.end(); // also releases the lock
  }
}

/**
 * SQLSTATEs of an undefined schema or table, and of an undefined role in a connection's settings. Migrations make all
 * three.
 */
const notMigratedStates = new Set(['3F000', '42P01', '22023']);

/** Whether the database has every migration of this build. Throws if the database does not answer. */
export async function isMigrated(db: Pick<Db, 'execute'>): Promise<boolean> {
  try {
    const { rows } = await db.execute<{ newest: number | null }>(
      sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
    );
    return (rows[0]?.newest ?? 0) >= newestMigration;
  } catch (error) {
    if (notMigratedStates.has(sqlState(error) ?? '')) return false;
    throw error;
  }
}
