import { connect, type Database, isUnreachable } from '../db/connection.ts';
import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import type { Env } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { StartupError } from '../lib/startup-error.ts';

/**
 * Migrates the database of the environment, runs `work` on it and returns its result. Uses the embedded database if the
 * app runs on it; otherwise starts it for the time of `work`. Throws a StartupError if the database cannot be reached.
 */
export async function withDatabase<T>(env: Env, work: (database: Database) => Promise<T>): Promise<T> {
  const running = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR));
  if (running) return onDatabase(env, running, work);
  const embedded = await startEmbedded(env.DATA_DIR);
  try {
    return await onDatabase(env, embedded.url, work);
  } finally {
    await embedded.stop();
  }
}

/** Runs `work` on a database that is migrated, over one connection. */
export async function onConnection<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = connect(url, createLog('error'), { max: 1 });
  try {
    return await work(database);
  } finally {
    await database.end();
  }
}

async function onDatabase<T>(env: Env, url: string, work: (database: Database) => Promise<T>): Promise<T> {
  await migrate(url);
  const database = connect(url, createLog(env.LOG_LEVEL));
  try {
    await database.machines.start();
    return await work(database);
  } catch (cause) {
    throw isUnreachable(cause) ? new StartupError('The database cannot be reached any more.', { cause }) : cause;
  } finally {
    await database.end();
  }
}
