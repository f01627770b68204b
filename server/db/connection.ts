import { setTimeout as pause } from 'node:timers/promises';
import { drizzle, type NodePgQueryResultHKT, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Logger } from 'pino';
import { withSettings } from './connection-settings.ts';
import { createMachineWatch, type MachineWatch } from './machine-watch.ts';
import { collectStatements, dropWaiting, inOneSend, withNextSend } from './one-send.ts';
import { cachePlans } from './plan-cache.ts';

/** A connection or an open transaction. Every store takes one. */
export type Db = PgDatabase<NodePgQueryResultHKT> & {
  /** The clock that decides instead of the database's; preset-clock.ts alone sets it. */
  readonly clock?: () => Date;
};

export type TxOptions = {
  /** False commits asynchronously: faster, but a crash of the database may lose the last commits. Default: true. */
  durable?: boolean;
  /** True: all statements read one snapshot (REPEATABLE READ), and none may write (READ ONLY). Default: false. */
  isSnapshot?: boolean;
};

export type Database = {
  pool: pg.Pool;
  /** Runs each statement outside of a transaction, on any free connection. */
  db: Db;
  /**
   * Runs `work` in a transaction (READ COMMITTED unless `isSnapshot`), commits and returns its result;
   * rolls back when `work` throws. After a deadlock or a serialization failure it runs `work` again, up to three times:
   * `work` must change nothing but the database. The `transaction` method of `tx` is a savepoint.
   */
  withTx<T>(work: (tx: Db) => Promise<T>, options?: TxOptions): Promise<T>;
  /** The machines of a Citus. Start it in processes that serve requests or run jobs. */
  machines: MachineWatch;
  /** Stops the watch of machines, and closes every connection once all are released. Further calls wait for the first. */
  end(): Promise<void>;
};

export type ConnectOptions = {
  /** The role that every connection sets. Null leaves the role of the URL, which owns the tables. */
  role?: string | null;
  /** The most connections at a time. */
  max?: number;
};

/**
 * The role of the running app, which the migrations create. It has no right to change or delete ledger entries.
 * Why: docs/decisions/append-only-ledger.md.
 */
const appRole = 'ching_app';

const settings = {
  TimeZone: 'UTC',
  // Limit how many join orders the planner compares: every statement joins by keys, in the order in which it is
  // written. Comparing the orders of ten tables took longer than running the best one. Planning "my bets": 2.7 ms, now
  // 1.5 ms.
  join_collapse_limit: '5',
  from_collapse_limit: '5',
  // Chosen: Postgres ends a session 25 s after its network goes silent, not after two hours, so that connections do not
  // run out.
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  // Citus: one connection to each machine for each of ours. With more, a transaction may write two tables over two
  // connections, and cannot read them together afterwards. A Postgres without Citus ignores it.
  'citus.max_adaptive_executor_pool_size': '1',
  // Citus: writers of a table that every machine has a copy of do not wait for each other. Without it, one transaction
  // at a time changes such a table. Advisory locks serialize the changes of a row: docs/decisions/lock-order.md.
  'citus.all_modifications_commutative': 'on',
};

/**
 * The longest wait of a statement for a lock, in milliseconds. Chosen: a request that waits 3 s for a row still gets
 * its answer. Below `statement_timeout`, so that the error code distinguishes a lock timeout from a slow statement.
 */
const lockWaitMs = 4_000;

/**
 * Chosen: one thread of Node keeps no more connections busy, also while commits wait for the disk. Why not more:
 * docs/decisions/concurrency-limit.md.
 */
const mostConnections = 10;

const mostRetries = 3; // Why transactions retry: docs/decisions/placing-a-bet.md.
const retryable = new Set(['40001', '40P01']); // serialization_failure, deadlock_detected

const dialect = new PgDialect();

/**
 * Creates a connection pool for the Postgres at `url`. It connects at the first query. The pool survives restarts of
 * the database: it logs broken connections, drops them and opens new ones.
 */
export function connect(
  url: string,
  log: Logger,
  { role = appRole, max = mostConnections }: ConnectOptions = {},
): Database {
  const connectionString = withSettings(url, role === null ? settings : { ...settings, role });
  const pool = new pg.Pool({
    connectionString,
    // Why these limits: docs/decisions/transactions-of-our-own.md.
    max,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    lock_timeout: lockWaitMs,
    // Chosen: a transaction whose client vanished releases its locks within 5 s.
    idle_in_transaction_session_timeout: 5_000,
    // Chosen: longer than the statement timeout, so that it ends only queries whose answer is lost.
    query_timeout: 5_500,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  const report = (error: Error) =>
    log.warn({ code: sqlState(error), reason: error.message }, 'a database connection was lost');
  pool.on('error', report);
  // The pool listens for errors of idle clients only. An error of a client in use would be uncaught and end the
  // process.
  pool.on('connect', (client) => client.on('error', report));
  pool.on('connect', collectStatements);
  pool.on('connect', cachePlans);
  dropIdleAfterTimeout(pool);

  const machines = createMachineWatch(connectionString, log);
  let ended: Promise<void> | null = null;
  return {
    pool,
    machines,
    db: drizzle(pool),
    withTx: (work, options) => retried(() => transact(pool, work, options)),
    end: () => {
      ended ??= Promise.all([machines.stop(), pool.end()]).then(() => undefined);
      return ended;
    },
  };
}

/**
 * Closes every idle connection after a query timeout: the network has probably lost these connections as well, and each
 * of them would make one more request run into its timeout. The pool replaces them.
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

/** Whether a query ran into `query_timeout`. The state of its connection is unknown, so it must be closed. */
function isAnswerTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === 'Query read timeout' || isAnswerTimeout(error.cause));
}

/**
 * The same database, but `withTx` runs its work in the open transaction `tx`, whatever its options, so that several
 * services commit or roll back together. There are no savepoints: a service that refuses may have written half of its
 * changes, so the caller must let `tx` fail.
 */
export function inside(database: Database, tx: Db): Database {
  const withTx: Database['withTx'] = async (work) => {
    const result = await work(tx);
    for (const promise of Object.values(inOneSend(() => startLast(tx)))) await promise;
    return result;
  };
  return { ...database, db: tx, withTx };
}

/**
 * Lets `start` start the last statements of a transaction: those whose answer its work does not need. They are sent in
 * one message with the COMMIT, and if one fails the transaction rolls back. As with `inOneSend`, `start` must start all
 * of them before it returns.
 */
export function withCommit(tx: Db, start: () => Record<string, Promise<unknown>>): void {
  last.set(tx._.session, start);
}

const last = new WeakMap<Db['_']['session'], () => Record<string, Promise<unknown>>>();

function startLast(tx: Db): Record<string, Promise<unknown>> {
  const start = last.get(tx._.session);
  last.delete(tx._.session);
  return start?.() ?? {};
}

/**
 * The same database, but once `stop` has aborted no transaction starts, and a running one rolls back instead of
 * committing. Both throw the reason of `stop`.
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

/** The database error itself, also of one that Drizzle has wrapped. Null for any other error. */
function databaseError(error: unknown): pg.DatabaseError | null {
  if (error instanceof pg.DatabaseError) return error;
  return error instanceof Error && error.cause !== undefined ? databaseError(error.cause) : null;
}

/** The SQLSTATE of a database error, also of one that Drizzle has wrapped. Null for any other error. */
export function sqlState(error: unknown): string | null {
  return databaseError(error)?.code ?? null;
}

/** The SQLSTATE of an insert whose key has a row already. */
export const uniqueViolation = '23505';

/**
 * The messages of two internal errors of Citus 13: the coordinator was killed during a statement, or a machine was lost
 * during a COMMIT, of which nobody knows whether it succeeded. No constraint is deferred, so the second message has no
 * other cause.
 */
const citusLosses =
  /^(postmaster was shut down, exiting|could not commit transaction for shard \d+ on at least one active node)$/;

/** Whether a server of a Citus was lost during a statement. */
export function isLostCitus(error: unknown): boolean {
  return citusLosses.test(databaseError(error)?.message ?? '');
}

/**
 * SQLSTATEs of a database that cannot work now: connection, authorization, catalog, resources, shutdown, transactions
 * that a restart broke, a database that accepts nobody. 08P01 (protocol violation) is excluded: a statement with too
 * many parameters causes it, and fails at each retry.
 */
const unreachableStates = /^(08(?!P01)|28|3D|53|57P|25|55000)/;

/** Whether a statement failed because the database is unreachable now, so that a later retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isConnectionError(error) : unreachableStates.test(state) || isLostCitus(error);
}

/** Whether connecting failed, the connection broke, or a query timed out. These errors of pg have no SQLSTATE. */
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
      if (retries === mostRetries || !retryable.has(sqlState(error) ?? '')) throw error;
      await pause(Math.random() * 20 * 2 ** retries);
    }
  }
}

/**
 * The `Db` of transactions on this connection. There is one per connection, so that the queries prepared for it
 * (prepared.ts) serve every transaction.
 */
function transactionOn(client: pg.PoolClient): Db {
  const tx =
    transactions.get(client) ??
    new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
  transactions.set(client, tx);
  return tx;
}

const transactions = new WeakMap<pg.PoolClient, Db>();

/**
 * Runs `work` in a transaction. Drizzle's own `transaction` loses a connection of the pool when BEGIN fails. After a
 * query timeout the connection is closed without ROLLBACK, which would wait behind the query. If COMMIT timed out,
 * nobody knows whether it succeeded. Why: docs/decisions/transactions-of-our-own.md.
 */
async function transact<T>(
  pool: pg.Pool,
  work: (tx: Db) => Promise<T>,
  { durable = true, isSnapshot = false }: TxOptions = {},
): Promise<T> {
  const mode = isSnapshot ? 'REPEATABLE READ READ ONLY' : 'READ COMMITTED';
  const client = await pool.connect();
  const tx = transactionOn(client);
  let broken: Error | undefined;
  try {
    withNextSend(() => ({
      begun: client.query(`BEGIN ISOLATION LEVEL ${mode}`),
      ...(!durable && { isFast: client.query('SET LOCAL synchronous_commit TO OFF') }),
    }));
    const result = await work(tx);
    const ending = () => ({ ...startLast(tx), committed: client.query('COMMIT') });
    for (const promise of Object.values(inOneSend(ending))) await promise;
    return result;
  } catch (error) {
    last.delete(tx._.session);
    if (error instanceof Error && isAnswerTimeout(error)) broken = error;
    else if (!dropWaiting(client)) {
      await client.query('ROLLBACK').catch((lost: Error) => {
        broken = lost;
      });
    }
    throw error;
  } finally {
    client.release(broken);
  }
}
