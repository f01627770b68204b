import { sql } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { connect, type Db, isUnreachable, sqlState, type TxOptions } from './connection.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('CREATE TABLE counter (id int PRIMARY KEY, n int NOT NULL)');
  await owner.query('GRANT ALL ON counter TO ching_app');
});
beforeEach(() => owner.query('TRUNCATE counter').then(() => owner.query('INSERT INTO counter VALUES (1, 0), (2, 0)')));
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const count = async () => {
  const { rows } = await owner.query<{ n: number }>('SELECT n FROM counter ORDER BY id');
  return rows.map((row) => row.n);
};
const increment = (db: Db, id: number) => db.execute(sql`UPDATE counter SET n = n + 1 WHERE id = ${id}`);
const terminateOthers = () =>
  owner.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );

test('a connection has the role, the time zone and the limits of the app from its first statement on', async () => {
  const { rows } = await database.db.execute(sql`
    SELECT current_user AS role, current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS statement,
      current_setting('lock_timeout') AS lock_wait, current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('join_collapse_limit') AS joins`);
  expect(rows).toEqual([{ role: 'ching_app', zone: 'UTC', statement: '5s', lock_wait: '4s', idle: '5s', joins: '5' }]);
});

test('a transaction keeps all of its work', async () => {
  const answer = await database.withTx(async (tx) => {
    await increment(tx, 1);
    await increment(tx, 2);
    return 'kept';
  });
  expect(answer).toBe('kept');
  expect(await count()).toEqual([1, 1]);
});

test('a transaction that throws keeps nothing and passes the error on', async () => {
  const work = database.withTx(async (tx) => {
    await increment(tx, 1);
    throw new Error('changed my mind');
  });
  await expect(work).rejects.toThrow('changed my mind');
  expect(await count()).toEqual([0, 0]);
});

test('only a transaction that asks for it commits asynchronously, and the next one of its connection does not', async () => {
  const one = connect(database.url, pino({ level: 'silent' }), { max: 1 });
  const commits = async (options?: TxOptions) => {
    const { rows } = await one.withTx(
      (tx) =>
        tx.execute(
          sql`SELECT setting, source = 'session' AS chosen FROM pg_settings WHERE name = 'synchronous_commit'`,
        ),
      options,
    );
    return rows[0];
  };
  const usual = await commits();
  expect(usual).toMatchObject({ chosen: false });
  expect(await commits({ durable: false })).toEqual({ setting: 'off', chosen: true });
  expect(await commits({ durable: true })).toEqual(usual);
  await one.end();
});

test('only a transaction that asks for it reads one snapshot, and may not write', async () => {
  const seen = async (options?: TxOptions) =>
    database.withTx(async (tx) => {
      const read = async () => (await tx.execute<{ n: number }>(sql`SELECT n FROM counter WHERE id = 1`)).rows;
      const before = await read();
      await increment(database.db, 1);
      return [before, await read()].map(([row]) => row?.n);
    }, options);
  expect(await seen()).toEqual([0, 1]);
  expect(await seen({ isSnapshot: true })).toEqual([1, 1]);
  const writing = database.withTx((tx) => increment(tx, 1), { isSnapshot: true });
  await expect(writing.catch((error) => Promise.reject(error.cause))).rejects.toThrow(/read-only transaction/);
  expect(await count()).toEqual([2, 0]);
});

test('a transaction inside a transaction is a savepoint', async () => {
  await database.withTx(async (tx) => {
    await increment(tx, 1);
    const inner = tx.transaction(async (nested) => {
      await increment(nested, 2);
      throw new Error('only this part');
    });
    await expect(inner).rejects.toThrow('only this part');
  });
  expect(await count()).toEqual([1, 0]);
});

test('two transactions that deadlock both succeed in the end', async () => {
  let attempts = 0;
  let reached = 0;
  const bothLocked = () =>
    new Promise<void>((go) => {
      reached += 1;
      const poll = () => (reached >= 2 ? go() : setTimeout(poll, 5));
      poll();
    });
  const inOrder = (first: number, second: number) =>
    database.withTx(async (tx) => {
      attempts += 1;
      await increment(tx, first);
      await bothLocked();
      await increment(tx, second);
    });
  await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
  expect(attempts).toBe(3);
  expect(await count()).toEqual([2, 2]);
});

test('a transaction that fails to serialize is tried four times and then passes the error on', async () => {
  let attempts = 0;
  const work = database.withTx(async (tx) => {
    attempts += 1;
    await tx.execute(sql`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$`);
  });
  await expect(work).rejects.toSatisfy((error) => sqlState(error) === '40001');
  expect(attempts).toBe(4);
});

test('the state of a database error is found inside the error that wraps it', async () => {
  const error = await database.db.execute(sql`INSERT INTO counter VALUES (1, 1)`).catch((caught: unknown) => caught);
  expect(sqlState(error)).toBe('23505');
  expect(sqlState(new Error('not of the database'))).toBeNull();
});

test.each([
  ['the end of a killed Citus', 'postmaster was shut down, exiting', true],
  ['the loss of a machine', 'could not commit transaction for shard 102075 on at least one active node', true],
  ['a defect', 'could not find node', false],
])('an internal error is a lost database only if it reports %s', async (_, message, isLost) => {
  const error = await database.pool
    .query(`DO $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = 'XX000'; END $$`)
    .catch((caught: unknown) => caught);
  expect([sqlState(error), isUnreachable(error)]).toEqual(['XX000', isLost]);
});

test('a statement with more parameters than the protocol can count is no lost database', async () => {
  const many = sql.join(
    Array.from({ length: 70_000 }, (_, id) => sql`${id}`),
    sql`, `,
  );
  const error = await database.db
    .execute(sql`SELECT 1 FROM counter WHERE id IN (${many})`)
    .catch((caught: unknown) => caught);
  expect(sqlState(error)).toBe('08P01');
  expect(isUnreachable(error)).toBe(false);
});

test('cutting every connection again and again costs transactions but no process and no slot of the pool', async () => {
  const most = database.pool.options.max;
  let done = 0;
  let failed = 0;
  let running = true;
  const worker = async () => {
    while (running) {
      await database
        .withTx(async (tx) => {
          await tx.execute(sql`SELECT pg_sleep(0.005)`);
          await tx.execute(sql`SELECT pg_sleep(0.005)`);
        })
        .then(
          () => {
            done += 1;
          },
          () => {
            failed += 1;
          },
        );
    }
  };
  const workers = Array.from({ length: 30 }, worker);
  try {
    for (let cut = 1; cut <= 10; cut += 1) {
      await expect.poll(() => done, { timeout: 20_000, interval: 5 }).toBeGreaterThan(cut * 20);
      await terminateOthers();
    }
  } finally {
    running = false; // workers that go on after a failed test would never let the run end
  }
  await Promise.all(workers);

  expect(failed).toBeGreaterThan(0);
  await Promise.all(
    Array.from({ length: 2 * most }, () => database.withTx((tx) => tx.execute(sql`SELECT pg_sleep(0.02)`))),
  );
  expect(database.pool.totalCount).toBe(most);
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
  expect(database.pool.waitingCount).toBe(0);
});

test('migrating a database that is up to date, twice at once, changes nothing', async () => {
  const applied = () => owner.query('SELECT * FROM drizzle.__drizzle_migrations').then(({ rows }) => rows);
  const before = await applied();
  await Promise.all([migrate(database.url), migrate(database.url)]);
  expect(await applied()).toEqual(before);
});
