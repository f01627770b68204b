import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { databaseNow, followDatabaseClock, presetNow } from './clock.ts';
import { withClock } from './preset-clock.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The lead of the clock over the database's, in milliseconds. */
const errorOf = async (clock: { now(): Date }) => clock.now().getTime() - (await databaseNow(database.db)).getTime();

test.each([
  ['hours ahead', 5 * 3_600_000],
  ['hours behind', -5 * 3_600_000],
])(
  'a process whose clock comes to be %s goes by the database’s from the next comparison on',
  async (_words, shiftMs) => {
    let shifted = 0;
    const clock = followDatabaseClock(database.db, () => performance.now() + shifted);
    await clock.follow();
    expect(Math.abs(await errorOf(clock))).toBeLessThan(5_000);
    shifted = shiftMs;
    expect(Math.abs(await errorOf(clock))).toBeGreaterThan(3_600_000);
    await clock.follow();
    expect(Math.abs(await errorOf(clock))).toBeLessThan(5_000);
  },
);

test('a preset clock decides for the transaction that it was set for, and for no other on the same connection', async () => {
  const one = await testDatabase({ max: 1 });
  let now = new Date('2001-01-01T00:00:00Z');
  await one.withTx(async (tx) => {
    const past = withClock(tx, () => now);
    expect([await databaseNow(past), presetNow(past), presetNow(tx)]).toEqual([now, now, null]);
    now = new Date('2001-01-02T00:00:00Z');
    expect(await databaseNow(past)).toEqual(now);
    const { rows } = await past.execute<{ name: string }>(sql`select current_database() as name`);
    expect(rows).toEqual([{ name: expect.any(String) }]);
  });
  const after = await one.withTx(async (tx) => [presetNow(tx), await databaseNow(tx)] as const);
  expect(after[0]).toBeNull();
  expect(Math.abs(after[1].getTime() - Date.now())).toBeLessThan(60_000);
  await one.drop();
});
