import { beforeAll, test as everywhere, expect } from 'vitest';
import { randomFrom } from '../bulk.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { ownerPool } from '../owner-pool.ts';
import { type GatedDatabase, gatedDatabase } from './gated-database.ts';
import { interleave, type Schedule } from './interleave.ts';
import { drawSchedule, runSchedules, shrink } from './schedules.ts';

// Waits of several machines are not seen by `pg_blocking_pids`.
const test = everywhere.skipIf(process.env.CITUS_URL);

let database: TestDatabase;
let gates: [GatedDatabase, GatedDatabase];

beforeAll(async () => {
  database = await testDatabase();
  const owner = ownerPool(database.url, 1);
  await owner.query('create table counters (id int primary key, value int not null)');
  await owner.query('insert into counters values (1, 0), (2, 0)');
  await owner.query('grant select, update on counters to public');
  await owner.end();
  gates = [gatedDatabase(database.url), gatedDatabase(database.url)];
  return async () => {
    for (const gate of gates) await gate.database.end();
    await database.drop();
  };
});
/** Adds one to counters: reads each, with the lock or without, then writes what it read and one. */
async function add({ database: { pool } }: GatedDatabase, ids: readonly number[], lock: '' | 'for update') {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const id of ids) {
      const { rows } = await client.query<{ value: number }>(`select value from counters where id = $1 ${lock}`, [id]);
      await client.query('update counters set value = $2 where id = $1', [id, (rows[0]?.value ?? 0) + 1]);
    }
    await client.query('commit');
    return 'added';
  } catch {
    await client.query('rollback');
    return 'failed';
  } finally {
    client.release();
  }
}

/** Both add to their counters by the schedule; returns the run and the counters afterwards. */
async function bothAdd(schedule: Schedule, lock: '' | 'for update', ids: [number[], number[]] = [[1], [1]]) {
  await database.pool.query('update counters set value = 0');
  const actors = gates.map((gate, at) => ({ name: `adder ${at}`, gate, act: () => add(gate, ids[at] ?? [], lock) }));
  const run = await interleave(actors, schedule, database.pool);
  const { rows } = await database.pool.query<{ value: number }>('select value from counters order by id');
  return { ...run, values: rows.map(({ value }) => value) };
}

const all = { schedules: 1_000, switches: 10, random: randomFrom(1) };

test('without a lock some order loses an addition, and the first that is found has one switch', async () => {
  const broken: Schedule[] = [];
  await runSchedules(async (schedule) => {
    const run = await bothAdd(schedule, '');
    if (run.values[0] !== 2) broken.push(schedule);
    return run;
  }, all);
  expect(broken[0]).toHaveLength(1);
});

test('with the lock no order loses an addition, and every order is run once', async () => {
  const orders: string[] = [];
  const { count, leftOut } = await runSchedules(async (schedule) => {
    const run = await bothAdd(schedule, 'for update');
    expect(run.values[0]).toBe(2);
    orders.push(run.steps.map(({ actor }) => actor).join(''));
    return run;
  }, all);
  expect(leftOut).toBe(false);
  expect(new Set(orders).size).toBe(count);
  // The adder that locks first ends first; the other one sends its BEGIN and its locking read at some point before that.
  expect(orders).toContain('00001111');
  expect(orders).toContain('10000111');
  expect(orders).toContain('01101100');
});

test('a deadlock is ended by the database, and one of both fails', async () => {
  // BEGIN and the first lock and write of each, and then each waits for the other's row.
  const run = await bothAdd([{ at: 3, to: 1 }], 'for update', [
    [1, 2],
    [2, 1],
  ]);
  expect([...run.outcomes].sort()).toEqual(['added', 'failed']);
});

test('a bound leaves orders out and says so', async () => {
  const run = (schedule: Schedule) => bothAdd(schedule, 'for update');
  expect(await runSchedules(run, { ...all, schedules: 3 })).toEqual({ count: 3, leftOut: true });
  expect(await runSchedules(run, { ...all, switches: 0 })).toEqual({ count: 2, leftOut: true });
});

test('an order that breaks a law shrinks until it needs each of its switches', async () => {
  const isBroken = async (schedule: Schedule) => (await bothAdd(schedule, '')).values[0] !== 2;
  const restless = [1, 0, 1, 0, 1, 0, 1].map((to, at) => ({ at: at + 1, to }));
  expect(await isBroken(restless)).toBe(true);
  const shortest = await shrink(restless, isBroken);
  expect(shortest.length).toBeLessThan(restless.length);
  expect(await isBroken(shortest)).toBe(true);
  for (const left of shortest) expect(await isBroken(shortest.filter((one) => one !== left))).toBe(false);
});

test('drawn orders differ, and one seed draws the same again', () => {
  const draw = (from: number) => drawSchedule(randomFrom(from), 2, 30);
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(draw(1).length).toBeGreaterThan(3);
});
