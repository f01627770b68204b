import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { type Db, sqlState } from './connection.ts';
import journal from './migrations/meta/_journal.json' with { type: 'json' };

const migrationsFolder = join(import.meta.dirname, 'migrations');
const migrationLock = 7_246_001; // any number, the same in every process

/**
 * Brings the database at `url` up to date, as the owner of its tables.
 * Several processes may start at once: one migrates, the others wait for it and find nothing left to do.
 * Throws CannotStart when there is no way in.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3_000, keepAlive: true });
  client.on('error', () => undefined); // a connection lost here also fails the query that waits on it
  await client.connect().catch((cause: NodeJS.ErrnoException) => {
    throw new StartupError(`The database cannot be reached: ${cause.message || cause.code}`, { cause });
  });
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await runMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end(); // gives the lock back as well
  }
}

/** Undefined schema or table, and in a connection's settings the role: each is made by the migrations. */
const notMadeYet = new Set(['3F000', '42P01', '22023']);

/** Whether every migration of this build has been applied to the database. Throws when it does not answer. */
export async function isMigrated(db: Db): Promise<boolean> {
  try {
    const { rows } = await db.execute<{ applied: number }>(
      sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
    );
    return (rows[0]?.applied ?? 0) >= journal.entries.length;
  } catch (error) {
    if (notMadeYet.has(sqlState(error) ?? '')) return false;
    throw error;
  }
}
