import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seed } from '#shared/testing/seed.ts';
import { booked, bulkEndings, endAll, expectedFunds, leftovers, placeInBulk, randomFrom } from '../testing/bulk.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { unnoticed } from '../testing/notices.ts';
import { createWorkers, type Workers } from '../testing/workers.ts';

const timeout = 300_000; // whole processes, on a machine that may be busy
const minute = 60_000;
const killsWanted = 8;
const waitAtMostMs = 120_000; // on Citus each of 200 leagues takes a transaction, and three servers share the machine

let database: TestDatabase;
let workers: Workers;

beforeEach(async () => {
  database = await testDatabase();
  workers = createWorkers({ database }, { SETTLE_MIN_MINUTES: '0' });
});
afterEach(async () => {
  await workers.killAll();
  await database.drop();
});

/** Starts a worker process and resolves when it runs. */
async function startWorker(): Promise<ChildProcess> {
  const worker = workers.start();
  await new Promise((resolve, reject) => {
    worker.stdout?.once('data', resolve);
    worker.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return worker;
}

async function openTickets(): Promise<number> {
  const { rows } = await database.pool.query('select count(*)::int as open from tickets where grade is null');
  return rows[0].open;
}

const isAllDone = async () => Object.values(await leftovers(database)).every((count) => count === 0);

/** Waits until the condition is true, for `waitAtMostMs`. After that the assertions of the test fail. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + waitAtMostMs;
  while (!(await isSo()) && Date.now() < deadline) await pause(20);
}

test('workers that are killed at random moments, two at a time, leave nothing undone and nothing done twice', {
  timeout,
}, async () => {
  const random = randomFrom(seed);
  const bulk = await placeInBulk(database, { leagues: 200, singles: 10_000, parlays: 2_000, seed });
  await endAll(database, bulk, bulkEndings, new Date(Date.now() - minute));

  let open = await openTickets();
  const openAfterKills: number[] = [];
  const cutOff = async (worker: ChildProcess) => {
    await until(async () => open === 0 || (await openTickets()) < open);
    await pause(random() * 200); // a random point of the settling
    await workers.kill(worker);
    open = await openTickets();
    openAfterKills.push(open);
  };
  let kills = Promise.resolve();
  await Promise.all(
    [0, 1].map(async () => {
      for (let count = 0; count < killsWanted / 2; count += 1) {
        const worker = await startWorker();
        kills = kills.then(() => cutOff(worker)); // one after another, so that each kill comes at another point
        await kills;
      }
    }),
  );
  const survivors = await Promise.all([startWorker(), startWorker()]);
  await until(isAllDone);
  await until(async () => (await unnoticed(database)) === 0);
  for (const survivor of survivors) await workers.kill(survivor);

  const words = `seed ${seed}, open tickets after each kill: ${openAfterKills.join(', ')}`;
  process.stdout.write(`${words}\n`);
  expect(openAfterKills.length, words).toBe(killsWanted);
  expect(new Set(openAfterKills).size, words).toBeGreaterThan(killsWanted / 2); // otherwise no kill interrupted the settling
  const left = await leftovers(database);
  expect(left, words).toEqual(Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
  expect(await booked(database), words).toEqual(expectedFunds(bulk, bulkEndings));
  await expectLedgerBalances(database.db);
  expect(await unnoticed(database), words).toBe(0);
});
