import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { watchChanges } from './changes.ts';
import { changesRetentionMs, recordSportChange } from './store.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** A process that looks for changes, and what it has been told, look by look. */
async function aWatcher(clock?: () => number) {
  const told: (string[] | null)[] = [];
  const changes = watchChanges(database.db, clock);
  changes.onChange((topics) => void told.push(topics && [...topics].sort()));
  await changes.refresh(0);
  return { told, look: (withinMs = 0) => changes.refresh(withinMs) };
}

test('a change is told once to each process, and those from before its first look to none', async () => {
  await recordSportChange(database.db, 'MLB');
  const [one, two] = [await aWatcher(), await aWatcher()];
  await database.withTx(async (tx) => {
    for (const sport of ['NFL', 'NBA', 'NFL'] as const) await recordSportChange(tx, sport);
  });
  for (const watcher of [one, two]) {
    await watcher.look();
    await watcher.look();
    expect(watcher.told).toEqual([['sport:NBA', 'sport:NFL']]);
  }
});

test('what was committed before a first look is not told after it, however old the oldest open transaction', async () => {
  const open = await database.pool.connect();
  await open.query('begin; select pg_current_xact_id()');
  await recordSportChange(database.db, 'MLB');
  const watcher = await aWatcher();
  await recordSportChange(database.db, 'NBA');
  await watcher.look();
  await open.query('commit');
  open.release();
  await watcher.look();
  expect(watcher.told).toEqual([['sport:NBA']]);
});

test('a transaction that commits after a later one is told when it does, and nothing twice', async () => {
  const watcher = await aWatcher();
  const slow = await database.pool.connect();
  await slow.query("begin; insert into changes (topic) values ('sport:NFL')");
  await recordSportChange(database.db, 'NBA');
  await watcher.look();
  await watcher.look();
  await recordSportChange(database.db, 'MLB');
  await watcher.look();
  expect(watcher.told).toEqual([['sport:NBA'], ['sport:MLB']]);
  await slow.query('commit');
  slow.release();
  await watcher.look();
  await watcher.look();
  expect(watcher.told).toEqual([['sport:NBA'], ['sport:MLB'], ['sport:NFL']]);
});

test('what was undone is never told', async () => {
  const watcher = await aWatcher();
  const undone = database.withTx(async (tx) => {
    await recordSportChange(tx, 'NFL');
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await recordSportChange(database.db, 'NBA');
  await watcher.look();
  expect(watcher.told).toEqual([['sport:NBA']]);
});

test('two that write the same change at once do not wait for each other', async () => {
  const watcher = await aWatcher();
  const first = await database.pool.connect();
  await first.query("begin; insert into changes (topic) values ('sport:NFL')");
  await recordSportChange(database.db, 'NFL'); // would run into the lock's time limit
  await first.query('commit');
  first.release();
  await watcher.look();
  expect(watcher.told).toEqual([['sport:NFL']]);
});

test('those who look at once share a look, and a recent one does for who needs no more', async () => {
  let now = 1_000;
  const watcher = await aWatcher(() => now);
  let looks = 0;
  const count = () => {
    looks += 1;
  };
  database.pool.on('acquire', count);
  await Promise.all(Array.from({ length: 20 }, () => watcher.look(0)));
  await watcher.look(100);
  expect(looks).toBe(1);
  now += 100;
  await watcher.look(100);
  now -= 3_600_000; // a clock that was set back makes nothing recent
  await watcher.look(100);
  expect(looks).toBe(3);
  database.pool.off('acquire', count);
});

test('who has not looked for too long is told that anything may have changed', async () => {
  let now = 0;
  const watcher = await aWatcher(() => now);
  now += changesRetentionMs;
  await watcher.look();
  await watcher.look();
  expect(watcher.told).toEqual([null]);
});
