import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import type { Db } from './connection.ts';
import { prepared } from './prepared.ts';
import { users } from './tables/users.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  await database.db.insert(users).values([
    { id: '00000000-0000-7000-8000-000000000001', email: 'Ann@x.io', emailNorm: 'ann@x.io', passwordHash: '' },
    { id: '00000000-0000-7000-8000-000000000002', email: 'Bob@x.io', emailNorm: 'bob@x.io', passwordHash: '' },
  ]);
});
afterAll(() => database.drop());

function countBuilds() {
  let times = 0;
  const emailOf = prepared(['norm', 'suffix'], (db: Db, { norm, suffix }) => {
    times += 1;
    return db
      .select({ email: users.email, with: sql<string>`${users.email} || ${suffix}::text` })
      .from(users)
      .where(eq(users.emailNorm, norm));
  });
  return { emailOf, times: () => times };
}

test('a query is built once for all transactions of a connection, and answers for the values of each call', async () => {
  const { emailOf, times } = countBuilds();
  const ask = (norm: string, suffix: string) => database.withTx((tx) => emailOf(tx, { norm, suffix }));
  expect(await ask('ann@x.io', '!')).toEqual([{ email: 'Ann@x.io', with: 'Ann@x.io!' }]);
  expect(await ask('bob@x.io', '?')).toEqual([{ email: 'Bob@x.io', with: 'Bob@x.io?' }]);
  expect(await ask('bob@x.io', "'; drop table users; --")).toEqual([
    { email: 'Bob@x.io', with: "Bob@x.io'; drop table users; --" },
  ]);
  expect(await ask('cid@x.io', '')).toEqual([]);
  expect(times()).toBe(1);
});

test('a query outside of transactions is built once as well', async () => {
  const { emailOf, times } = countBuilds();
  const answers = await Promise.all(
    ['ann', 'bob'].map((who) => emailOf(database.db, { norm: `${who}@x.io`, suffix: '' })),
  );
  expect(answers.map(([row]) => row?.email)).toEqual(['Ann@x.io', 'Bob@x.io']);
  expect(times()).toBe(1);
});

test('a query in a transaction sees what the transaction has done, and a later one does not when it was undone', async () => {
  const { emailOf } = countBuilds();
  const undone = database.withTx(async (tx) => {
    await tx.update(users).set({ email: 'ANN@x.io' }).where(eq(users.emailNorm, 'ann@x.io'));
    const [row] = await emailOf(tx, { norm: 'ann@x.io', suffix: '' });
    throw new Error(row?.email);
  });
  await expect(undone).rejects.toThrow('ANN@x.io');
  const [row] = await database.withTx((tx) => emailOf(tx, { norm: 'ann@x.io', suffix: '' }));
  expect(row?.email).toBe('Ann@x.io');
});
