import { setTimeout as pause } from 'node:timers/promises';
import {
  createTableRelationsHelpers,
  type ExtractTablesWithRelations,
  extractTablesRelationalConfig,
} from 'drizzle-orm';
import { drizzle, type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { cachePlans } from './plan-cache.ts';
import * as tables from './tables.ts';

/** A connection or an open transaction: what every store speaks SQL through. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof tables>;

export type TxOptions = {
  /** False commits asynchronously: faster, and a crash of the database may lose the last commits. True unless given. */
  durable?: boolean;
};

export type Database = {
  pool: pg.Pool;
  /** Each statement on its own, on whichever connection is free. */
  db: Db;
  /**
   * What `work` returns, after its transaction has been committed (READ COMMITTED); when `work` throws, nothing of it stays.
   * A deadlock or a serialization failure runs the whole of `work` again, up to three times: it must not touch anything
   * but the database. The `transaction` method of `tx` is a savepoint.
   */
  withTx<T>(work: (tx: Db) => Promise<T>, options?: TxOptions): Promise<T>;
  /** Closes every connection, once the ones in use have been given back. Further calls wait for the first. */
  end(): Promise<void>;
};

export type ConnectOptions = {
  /** The role taken on by every connection; null keeps the one of the URL, which owns the tables. */
  role?: string | null;
  max?: number;
};

/** The role of the running app: it may not change the ledger's past (hardening C5). The migrations create it. */
const appRole = 'ching_app';

/**
 * Every statement joins by keys, in the order it is written: weighing the other orders of ten tables took longer than
 * running the best of them (planning "my bets" 2.7 ms, with these limits 1.5 ms).
 */
const settings = {
  TimeZone: 'UTC',
  join_collapse_limit: '5',
  from_collapse_limit: '5',
  // Chosen: Postgres ends a session 25 s after its network went silent, instead of two hours. Else its connections run out.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/**
 * How long a statement waits for a lock, in milliseconds. Chosen: a request that waits 3 s for a row is still answered by
 * what is true once it has it. Below `statement_timeout`, so that a wait that is too long is told from a slow statement.
 */
const lockWaitMs = 4_000;

const retriesAtMost = 3; // hardening C2
const retryable = new Set(['40001', '40P01']); // serialization_failure, deadlock_detected

const dialect = new PgDialect();
const relations = extractTablesRelationalConfig<ExtractTablesWithRelations<typeof tables>>(
  tables,
  createTableRelationsHelpers,
);
const schema = { fullSchema: tables, schema: relations.tables, tableNamesMap: relations.tableNamesMap };

/**
 * A pool on the Postgres at `url`; nothing is connected before the first query.
 * It outlives restarts of the database: broken connections are reported to `log`, dropped and replaced.
 */
export function connect(url: string, log: Logger, { role = appRole, max = 20 }: ConnectOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: withSettings(url, role === null ? settings : { ...settings, role }),
    // hardening F1
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: lockWaitMs,
    // Chosen: a transaction whose client vanished without a word frees its rows within 5 s.
    idle_in_transaction_session_timeout: 5_000,
    // Chosen: later than the statement timeout, so that it ends only queries whose answer cannot come any more.
    query_timeout: 5_500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const report = (error: Error) =>
    log.warn({ code: sqlState(error), reason: error.message }, 'a database connection was lost');
  pool.on('error', report);
  // The pool listens only to idle clients; one that breaks while checked out would end the process (hardening 0.1).
  pool.on('connect', (client) => client.on('error', report));
  pool.on('connect', cachePlans);
  dropIdleAfterTimeout(pool);

  let ended: Promise<void> | null = null;
  return {
    pool,
    db: drizzle(pool, { schema: tables }),
    withTx: (work, options) => retried(() => transact(pool, work, options)),
    end: () => {
      ended ??= pool.end();
      return ended;
    },
  };
}

/**
 * When a query got no answer in time, closes every idle connection: the network has probably lost them as well, and each
 * would cost one more request its whole time limit. The pool replaces them.
 */
function dropIdleAfterTimeout(pool: pg.Pool): void {
  const idle = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => idle.delete(client));
  pool.on('remove', (client) => idle.delete(client));
  pool.on('release', (error, client) => {
    if (!error) idle.add(client);
    else if (isAnswerTimeout(error)) for (const other of idle) other.connection.stream.destroy();
  });
}

/** Whether a query got no answer within `query_timeout`: its connection is in an unknown state and must be closed. */
function isAnswerTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === 'Query read timeout' || isAnswerTimeout(error.cause));
}

/**
 * The same database as seen from inside an open transaction, for acts that open transactions of their own: all of them
 * stay or go with `tx`, and until then nobody else sees any of it. There are no savepoints: an act that was refused may
 * have been done by half, so whoever is refused lets `tx` fail.
 */
export function inside(database: Database, tx: Db): Database {
  return { ...database, db: tx, withTx: (work) => work(tx) };
}

/**
 * The same database for work that `stop` ends: from then on no transaction starts, and one that has started is rolled back
 * instead of committed. Both throw the reason of `stop`.
 */
export function stoppable(database: Database, stop?: AbortSignal): Database {
  return {
    ...database,
    withTx: async (work, options) => {
      stop?.throwIfAborted();
      return database.withTx(async (tx) => {
        const result = await work(tx);
        stop?.throwIfAborted();
        return result;
      }, options);
    },
  };
}

/** The SQLSTATE of a database error, also when Drizzle has wrapped it; null for any other error. */
export function sqlState(error: unknown): string | null {
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  return error instanceof Error && error.cause !== undefined ? sqlState(error.cause) : null;
}

/**
 * Connection, authorization, catalog, resources, shutdown, transactions that a restart broke, a database closed to all.
 * Not 08P01, a broken protocol: of such are statements with more parameters than it can count, which fail each time.
 */
const noDatabase = /^(08(?!P01)|28|3D|53|57P|25|55000)/;

/** Whether a statement failed because there is no database to be had right now: another try later may go well. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isConnectionError(error) : noDatabase.test(state);
}

/** A connection that could not be made, broke under the query, or gave no answer: pg gives such errors no SQLSTATE. */
function isConnectionError(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (/ECONN|ENOTFOUND|EPIPE|ETIMEDOUT/.test('code' in at ? String(at.code) : '')) return true;
    if (
      /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    ) {
      return true;
    }
    if (at instanceof AggregateError && at.errors.some(isConnectionError)) return true;
  }
  return false;
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (retries === retriesAtMost || !retryable.has(sqlState(error) ?? '')) throw error;
      await pause(Math.random() * 20 * 2 ** retries);
    }
  }
}

/** What stores speak to in a transaction of this connection: the same for all of them, so that queries written on it stay. */
function transactionOn(client: pg.PoolClient): Db {
  const tx =
    transactions.get(client) ?? new NodePgTransaction(dialect, new NodePgSession(client, dialect, schema), schema);
  transactions.set(client, tx);
  return tx;
}

const transactions = new WeakMap<pg.PoolClient, Db>();

/**
 * Not Drizzle's own `transaction`: that one loses the pool's slot when BEGIN fails.
 * A connection that gave no answer in time is closed without a ROLLBACK, which would wait behind the query; whether its
 * COMMIT went through is unknown then.
 */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  { durable = true }: TxOptions = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED';
    await client.query(durable ? begin : `${begin}; SET LOCAL synchronous_commit TO OFF`);
    const result = await work(transactionOn(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (error instanceof Error && isAnswerTimeout(error)) broken = error;
    else {
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}

/** `url` with run-time settings that hold from the first statement on: they travel with the connection itself. */
function withSettings(url: string, wanted: Record<string, string>): string {
  const address = new URL(url);
  const given = address.searchParams.get('options');
  const ours = Object.entries(wanted).map(([name, value]) => `-c ${name}=${value}`);
  address.searchParams.set('options', [...(given ? [given] : []), ...ours].join(' '));
  return address.href;
}
