import { pino } from 'pino';
import { inject } from 'vitest';
import { type ConnectOptions, connect, type Database } from '../db/connection.ts';
import { cloneTemplate } from './cluster.ts';

export type TestDatabase = Database & {
  /** Connects as the owner of the tables; the app's pool switches to the app's role by itself. */
  url: string;
  /** Empties every table. */
  clear(): Promise<void>;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/** A new migrated database for one test file, with the app's pool. Call `drop` at the end. */
export async function testDatabase(options: ConnectOptions = {}): Promise<TestDatabase> {
  const clone = await cloneTemplate(inject('clusterUrl'));
  const database = connect(clone.url, pino({ level: 'silent' }), options);
  return {
    ...database,
    url: clone.url,
    clear: async () => {
      const { rows } = await database.pool.query<{ tables: string }>(
        `select string_agg(quote_ident(tablename), ', ') as tables from pg_tables where schemaname = 'public'`,
      );
      await database.pool.query(`begin; set local role none; truncate ${rows[0]?.tables}; commit`);
    },
    drop: async () => {
      await database.end();
      await clone.drop();
    },
  };
}
