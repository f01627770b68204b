import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../db/connection.ts';
import { listGamesToSettle } from '../settlement/results-store.ts';
import { settleGames } from '../settlement/settle.ts';
import { type Bulk, booked, bulkEndings, endAll, expectedFunds, leftovers, placeInBulk } from '../testing/bulk.ts';
import { connectStarted } from '../testing/connect-started.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';

const timeout = 120_000; // a busy machine takes long for tens of thousands of rows
const minute = 60_000;
const sizes = { leagues: 200, singles: 10_000, parlays: 2_000 };
const tickets = sizes.singles + sizes.parlays;

let database: TestDatabase;
let bulk: Bulk;

beforeEach(async () => {
  database = await testDatabase();
  bulk = await placeInBulk(database, { ...sizes, seed: 20_401_118 });
  await endAll(database, bulk, bulkEndings, new Date(Date.now() - minute));
}, timeout);
afterEach(() => database.drop());

async function expectAllSettledOnce(): Promise<void> {
  const left = await leftovers(database);
  expect(left).toEqual(Object.fromEntries(Object.keys(left).map((name) => [name, 0])));
  expect(await booked(database)).toEqual(expectedFunds(bulk, bulkEndings));
  await expectLedgerBalances(database.db);
}

test('10,000 singles and 2,000 parlays in 200 leagues settle in one go, exactly, and are corrected as exactly', {
  timeout,
}, async () => {
  const legs = bulk.tickets.reduce((sum, ticket) => sum + ticket.legs.length, 0);
  const settled = await settleGames(database, new Date(), 0);
  expect(settled).toMatchObject({ games: bulk.games.length, legs });
  await expectAllSettledOnce();
  expect(await settleGames(database, new Date(), 0)).toEqual({ games: 0, legs: 0, tickets: 0 });

  const corrected = [{ home: 20, away: 24 }, ...bulkEndings.slice(1)];
  await endAll(database, bulk, corrected, new Date());
  await settleGames(database, new Date(), 0);
  expect(await booked(database)).toEqual(expectedFunds(bulk, corrected));
  await expectLedgerBalances(database.db);
});

test('the same under two workers is settled once', { timeout }, async () => {
  const workers = [await connectStarted(database.url), await connectStarted(database.url)];
  const settled = await Promise.all(workers.map((worker) => settleGames(worker, new Date(), 0)));
  await Promise.all(workers.map((worker) => worker.end()));
  // One verdict per ticket: a lost parlay gets no second verdict from its other legs.
  expect(settled.reduce((sum, done) => sum + done.tickets, 0)).toBe(tickets);
  // On a Citus each of them has settled some machines: the next run has nothing to settle, and marks the games.
  expect(await settleGames(database, new Date(), 0)).toMatchObject({ legs: 0 });
  await expectAllSettledOnce();
});

test('the same while every connection is cut again and again is settled once', { timeout }, async ({ signal }) => {
  const [worker, admin] = [
    await connectStarted(database.url),
    connect(database.url, pino({ level: 'silent' }), { role: null }),
  ];
  const maxCuts = 20;
  let cut = 0;
  let isSettled = false;
  const settling = (async () => {
    while (!isSettled && !signal.aborted) {
      // The next run settles what a run with a broken connection did not.
      const waiting = await settleGames(worker, new Date(), 0)
        .then(() => listGamesToSettle(worker.db))
        .catch(() => null);
      isSettled = waiting?.length === 0;
    }
  })();
  while (!isSettled && !signal.aborted && cut < maxCuts) {
    const { rowCount } = await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
       and (select count(*) from tickets where grade is null) < $1`,
      [tickets - 500 * cut],
    );
    cut += rowCount ?? 0;
  }
  await settling;
  await Promise.all([worker.end(), admin.end()]);
  expect(cut).toBeGreaterThan(5);
  await expectAllSettledOnce();
});
