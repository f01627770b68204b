import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { heartbeat } from './jobs/heartbeat.ts';
import { lastHeartbeatAge, recordHeartbeat } from './store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.db.execute(sql`delete from heartbeats`));

const workers = async () => {
  const { rows } = await database.db.execute<{ worker: string }>(sql`select worker from heartbeats order by worker`);
  return rows.map((row) => row.worker);
};
const age = (worker: string, hours: number) =>
  database.db.execute(sql`
    update heartbeats set at = at - make_interval(hours => ${hours}) where worker = ${worker}`);

test('nobody has been alive at first', async () => {
  expect(await lastHeartbeatAge(database.db)).toBeNull();
});

test('the age is that of the worker that was alive last', async () => {
  await recordHeartbeat(database.db, 'a');
  await recordHeartbeat(database.db, 'b');
  await age('a', 3);
  await age('b', 2);
  expect(Math.round((await lastHeartbeatAge(database.db)) ?? 0)).toBe(7_200);
});

test('a worker has one row, however often it is alive', async () => {
  await recordHeartbeat(database.db, 'a');
  await age('a', 3);
  await recordHeartbeat(database.db, 'a');
  expect(await workers()).toEqual(['a']);
  expect(await lastHeartbeatAge(database.db)).toBeLessThan(3_600);
});

test('a worker that was silent for a day is forgotten', async () => {
  await recordHeartbeat(database.db, 'gone');
  await recordHeartbeat(database.db, 'resting');
  await age('gone', 25);
  await age('resting', 23);
  await recordHeartbeat(database.db, 'here');
  expect(await workers()).toEqual(['here', 'resting']);
});

test('the heartbeat job names its process', async () => {
  await heartbeat(database).run();
  await heartbeat(database).run();
  expect(await workers()).toEqual([expect.stringMatching(new RegExp(`:${process.pid}$`))]);
});
