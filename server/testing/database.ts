import { pino } from 'pino';
import { inject } from 'vitest';
import { type ConnectOptions, connect, type Database } from '../db/connection.ts';
import { cloneTemplate } from './cluster.ts';

export type TestDatabase = Database & {
  /** As the owner of the tables: a pool of the app takes on the app's role by itself. */
  url: string;
  /** Closes the pool and removes the database. */
  drop(): Promise<void>;
};

/** A migrated database of its own for one test file, reached as the app reaches it. Call `drop` when done. */
export async function testDatabase(options: ConnectOptions = {}): Promise<TestDatabase> {
  const clone = await cloneTemplate(inject('clusterUrl'));
  const database = connect(clone.url, pino({ level: 'silent' }), options);
  return {
    ...database,
    url: clone.url,
    drop: async () => {
      await database.end();
      await clone.drop();
    },
  };
}
