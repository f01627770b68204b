import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { databaseNow, followDatabaseClock } from './clock.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** How far the clock is ahead of the database's, in milliseconds. */
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
