import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { type Db, inside, sqlState, withCommit } from './connection.ts';
import { inOneSend } from './one-send.ts';
import { preparedSql } from './prepared.ts';

let database: TestDatabase;
let owner: pg.Client;
/** The messages that wait for an answer: those that end with a Sync, and simple queries. */
let trips = 0;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('create table notes (id int primary key, words text not null)');
  await owner.query('grant all on notes to ching_app');
  database.pool.on('connect', (client) => {
    const { stream } = client.connection;
    const write = stream.write.bind(stream);
    stream.write = ((bytes: Uint8Array, ...rest: []) => {
      if (bytes[0] === 'S'.charCodeAt(0) || bytes[0] === 'Q'.charCodeAt(0)) trips += 1;
      return write(bytes, ...rest);
    }) as typeof stream.write;
  });
});
beforeEach(async () => {
  await owner.query('truncate notes');
  await database.pool.query('select 1'); // connected
  trips = 0;
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const add = preparedSql<'id' | 'words', never>(
  sql`insert into notes values (${sql.placeholder('id')}::int, ${sql.placeholder('words')})`,
);
const find = preparedSql<'id', { words: string }>(
  sql`select words from notes where id = ${sql.placeholder('id')}::int`,
);
const stored = async () =>
  (await owner.query<{ id: number }>('select id from notes order by id')).rows.map(({ id }) => id);

test('a transaction begins with its first statements and ends with its last ones: two trips', async () => {
  const found = await database.withTx(async (tx) => {
    const sent = inOneSend(() => ({ one: add(tx, { id: 1, words: 'one' }), found: find(tx, { id: 1 }) }));
    withCommit(tx, () => ({ two: add(tx, { id: 2, words: 'two' }) }));
    return sent.found; // each statement sees those before it
  });
  expect(found).toEqual([{ words: 'one' }]);
  expect(trips).toBe(2);
  expect(await stored()).toEqual([1, 2]);
});

test('a statement that fails rejects itself and all that follow it, and nothing is kept', async () => {
  const outcomes = database.withTx(async (tx) => {
    const sent = inOneSend(() => ({
      one: add(tx, { id: 1, words: 'one' }),
      again: add(tx, { id: 1, words: 'again' }),
      two: add(tx, { id: 2, words: 'two' }),
    }));
    await sent.one;
    const failures = await Promise.allSettled([sent.again, sent.two]);
    expect(failures.map((failure) => failure.status === 'rejected' && sqlState(failure.reason))).toEqual([
      '23505',
      '23505',
    ]);
    throw new Error('seen');
  });
  await expect(outcomes).rejects.toThrow('seen');
  expect(await stored()).toEqual([]);
});

test('a statement that fails beside the COMMIT rolls everything back, and the connection serves on', async () => {
  const unusual = preparedSql<'id', { answer: number }>(sql`select ${sql.placeholder('id')}::int as answer`);
  const work = database.withTx(async (tx) => {
    await add(tx, { id: 1, words: 'one' });
    withCommit(tx, () => ({
      none: add(tx, { id: 2, words: null }),
      skipped: unusual(tx, { id: 3 }), // the server never parses it
    }));
  });
  await expect(work).rejects.toSatisfy((error) => sqlState(error) === '23502');
  expect(await stored()).toEqual([]);
  expect(await database.withTx((tx) => unusual(tx, { id: 4 }))).toEqual([{ answer: 4 }]);
});

test('a value that cannot be sent lets no later statement of its message run, and the connection serves on', async () => {
  const unsendable = { toPostgres: () => JSON.parse('no JSON') };
  const work = database.withTx(async (tx) => {
    await add(tx, { id: 1, words: 'one' });
    withCommit(tx, () => ({ two: add(tx, { id: 2, words: unsendable }), three: add(tx, { id: 3, words: 'three' }) }));
  });
  await expect(work).rejects.toThrow();
  expect(await stored()).toEqual([]);
  await database.withTx((tx) => add(tx, { id: 4, words: 'four' }));
  expect(await stored()).toEqual([4]);
});

test('a BEGIN that fails lets no statement of its message run', async () => {
  const client = await database.pool.connect();
  client.release();
  const { query } = client;
  const refused = (first: unknown, ...rest: unknown[]) =>
    (query as (...given: unknown[]) => unknown)(/^BEGIN/.test(String(first)) ? 'BEGIN WRONGLY' : first, ...rest);
  Object.assign(client, { query: refused });
  await expect(database.withTx((tx) => add(tx, { id: 1, words: 'one' }))).rejects.toSatisfy(
    (error) => sqlState(error) === '42601',
  );
  Object.assign(client, { query });
  expect(await stored()).toEqual([]);
});

test('inside another transaction the last statements run at the end of the inner work', async () => {
  const seen = await database.withTx(async (tx) => {
    const inner = inside(database, tx);
    await inner.withTx(async (same: Db) => withCommit(same, () => ({ one: add(same, { id: 1, words: 'one' }) })));
    return find(tx, { id: 1 });
  });
  expect(seen).toEqual([{ words: 'one' }]);
  expect(await stored()).toEqual([1]);
});

test('last statements of a transaction that is rolled back do not run in the next one', async () => {
  const failed = database.withTx(async (tx) => {
    withCommit(tx, () => ({ one: add(tx, { id: 1, words: 'one' }) }));
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  await database.withTx((tx) => add(tx, { id: 2, words: 'two' }));
  expect(await stored()).toEqual([2]);
});

test('a statement that is started too late refuses the whole message, and the transaction rolls back', async () => {
  const late = async (tx: Db) => {
    await Promise.resolve();
    await add(tx, { id: 2, words: 'late' });
  };
  const work = database.withTx(async (tx) => {
    await add(tx, { id: 1, words: 'one' });
    withCommit(tx, () => ({ two: add(tx, { id: 3, words: 'three' }), late: late(tx).catch(() => undefined) }));
  });
  await expect(work).rejects.toThrow('a statement was not started at once');
  expect(await stored()).not.toContain(1);
  await database.withTx((tx) => add(tx, { id: 4, words: 'four' }));
  expect(await stored()).toContain(4);
});
