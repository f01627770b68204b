import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabase } from '../chaos/database.ts';
import { connect } from '../db/connection.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { watchChanges } from './changes.ts';
import { changesRetentionMs, recordSportChange } from './store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A watcher like that of a process. `seen` has an entry for each notification. */
async function aWatcher(db = database.db, clock?: () => number) {
  const seen: (string[] | null)[] = [];
  const changes = watchChanges(db, clock);
  changes.onChange((topics) => void seen.push(topics && [...topics].sort()));
  await changes.refresh(0);
  return { seen, refresh: (withinMs = 0) => changes.refresh(withinMs) };
}

test('each process is notified of a change once, and never of one from before its first refresh', async () => {
  await recordSportChange(database.db, 'MLB');
  const [one, two] = [await aWatcher(), await aWatcher()];
  await database.withTx(async (tx) => {
    for (const sport of ['NFL', 'NBA', 'NFL'] as const) await recordSportChange(tx, sport);
  });
  for (const watcher of [one, two]) {
    await watcher.refresh();
    await watcher.refresh();
    expect(watcher.seen).toEqual([['sport:NBA', 'sport:NFL']]);
  }
});

test('a refresh reads no old changes, however few there were when the first refreshes were planned', async () => {
  const quiet = await testDatabase({ max: 1 }); // one connection: its counts are written before they are read
  const owner = ownerPool(quiet.url);
  await owner.query('vacuum analyze changes'); // as autovacuum does in a night without bets
  await owner.end();
  const rowsScanned = async () => {
    await quiet.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await quiet.pool.query<{ read: string }>(
      "select seq_tup_read as read from pg_stat_user_tables where relname = 'changes'",
    );
    return Number(rows[0]?.read);
  };
  const { refresh, seen } = await aWatcher(quiet.db);
  for (let times = 0; times < 10; times += 1) await refresh();
  await quiet.pool.query("insert into changes (topic) select 'user:' || n from generate_series(1, 20000) n");
  await refresh();
  expect(seen.at(-1)).toHaveLength(20_000);
  const before = await rowsScanned();
  await recordSportChange(quiet.db, 'NFL');
  await refresh();
  expect(seen.at(-1)).toEqual(['sport:NFL']);
  expect(await rowsScanned()).toBe(before);
  await quiet.drop();
});

test('a change committed before the first refresh is not notified, however old the oldest open transaction', async () => {
  const open = await database.pool.connect();
  await open.query('begin; select pg_current_xact_id()');
  await recordSportChange(database.db, 'MLB');
  const watcher = await aWatcher();
  await recordSportChange(database.db, 'NBA');
  await watcher.refresh();
  await open.query('commit');
  open.release();
  await watcher.refresh();
  expect(watcher.seen).toEqual([['sport:NBA']]);
});

test('a transaction that commits after a later one is notified when it commits, and nothing twice', async () => {
  const watcher = await aWatcher();
  const slow = await database.pool.connect();
  await slow.query("begin; insert into changes (topic) values ('sport:NFL')");
  await recordSportChange(database.db, 'NBA');
  await watcher.refresh();
  await watcher.refresh();
  await recordSportChange(database.db, 'MLB');
  await watcher.refresh();
  expect(watcher.seen).toEqual([['sport:NBA'], ['sport:MLB']]);
  await slow.query('commit');
  slow.release();
  await watcher.refresh();
  await watcher.refresh();
  expect(watcher.seen).toEqual([['sport:NBA'], ['sport:MLB'], ['sport:NFL']]);
});

test('a change that was rolled back is never notified', async () => {
  const watcher = await aWatcher();
  const undone = database.withTx(async (tx) => {
    await recordSportChange(tx, 'NFL');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await recordSportChange(database.db, 'NBA');
  await watcher.refresh();
  expect(watcher.seen).toEqual([['sport:NBA']]);
});

test('two that write the same change at once do not wait for each other', async () => {
  const watcher = await aWatcher();
  const first = await database.pool.connect();
  await first.query("begin; insert into changes (topic) values ('sport:NFL')");
  await recordSportChange(database.db, 'NFL'); // if it waited for the first, it would run into the lock timeout
  await first.query('commit');
  first.release();
  await watcher.refresh();
  expect(watcher.seen).toEqual([['sport:NFL']]);
});

test('concurrent refreshes share a query, and a recent query serves a caller that accepts its age', async () => {
  let now = 1_000;
  const watcher = await aWatcher(database.db, () => now);
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  database.pool.on('acquire', count);
  await Promise.all(Array.from({ length: 20 }, () => watcher.refresh(0)));
  await watcher.refresh(100);
  expect(queries).toBe(1);
  now += 100;
  await watcher.refresh(100);
  now -= 3_600_000; // a clock that was set back makes nothing recent
  await watcher.refresh(100);
  expect(queries).toBe(3);
  database.pool.off('acquire', count);
});

test('after too long without a refresh the listeners hear that anything may have changed', async () => {
  let now = 0;
  const watcher = await aWatcher(database.db, () => now);
  now += changesRetentionMs;
  await watcher.refresh();
  await watcher.refresh();
  expect(watcher.seen).toEqual([null]);
});

test('after a restart of the database the listeners hear that anything may have changed', {
  timeout: 60_000,
}, async () => {
  const restarting = await startDatabase();
  const { db, end } = connect(restarting.url, pino({ level: 'silent' }));
  const { seen, refresh } = await aWatcher(db);
  await restarting.restart('SIGKILL');
  await expect.poll(() => refresh().catch(() => null)).not.toBeNull();
  expect(seen).toEqual([null]);
  await refresh();
  expect(seen).toEqual([null]);
  await end();
  await restarting.discard();
});
