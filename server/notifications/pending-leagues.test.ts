import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { type Database, inside } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGame } from '../settlement/settle.ts';
import { aBet, final } from '../testing/games.ts';
import { aWriter, noon, settleAt, storedNotices } from '../testing/notices.ts';
import { ownerPool } from '../testing/owner-pool.ts';
import { type Player, testSessionSecret, testWorld } from '../testing/world.ts';
import { startWorker } from '../worker/schedule.ts';

const world = await testWorld();
const { database } = world;
const owner = ownerPool(database.url, 1);
let ann: Player;

beforeEach(async () => {
  await world.clear();
  ann = await world.signUp('Ann');
});
afterAll(async () => {
  await owner.end();
  await world.drop();
});

async function leaguesOf(count: number): Promise<Group[]> {
  const made: Group[] = [];
  for (let at = 0; at < count; at += 1) made.push(await world.league(ann, { name: `League ${at}` }));
  return made;
}

/** A game on which Ann has a bet in each of the leagues. */
async function betOn(leagues: readonly Group[]): Promise<FeedGame> {
  const game = await world.addGame();
  for (const league of leagues) await ann.call(placeBet, { body: aBet(league, game, '10') });
  return game;
}

/** The leagues of which Ann has a notice that bets are settled, with the number of bets. */
async function settledIn(): Promise<Record<string, number>> {
  const rows = (await storedNotices(world)).filter(({ kind }) => kind === 'settled');
  return Object.fromEntries(rows.map(({ subject, version }) => [subject.split(':')[0] ?? '', version]));
}

const eachOnce = (leagues: readonly Group[], bets = 1) => Object.fromEntries(leagues.map(({ id }) => [id, bets]));

describe('nobody is missed', () => {
  test('when a settling commits after others that began later were noticed', async () => {
    const leagues = await leaguesOf(2);
    const [slow, quick] = leagues as [Group, Group];
    const [first, second] = [await betOn([slow]), await betOn([quick])];
    const writer = aWriter(database);
    await writer.run();
    await world.confirm(final(first, 30, 0), final(second, 30, 0));
    const settleOne = (on: Database, { id }: FeedGame) =>
      settleGame(on, id, { now: noon(), earliestMs: -1_000 * 3_600_000 });
    let end: () => void = () => undefined;
    const locked = new Promise<void>((resolve) => {
      end = resolve;
    });
    let written: () => void = () => undefined;
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const settling = database.withTx(async (tx) => {
      await settleOne(inside(database, tx), first);
      written();
      await locked;
    });
    await isWritten;
    await settleOne(database, second);
    expect(await writer.run()).toBe(1);
    expect(await settledIn()).toEqual(eachOnce([quick]));
    end();
    await settling;
    expect(await writer.run()).toBe(1);
    expect(await settledIn()).toEqual(eachOnce(leagues));
  });

  test('when bets settle while no worker runs, and their changes are deleted before one starts', async () => {
    const leagues = await leaguesOf(1);
    const game = await betOn(leagues);
    await aWriter(database).run();
    await settleAt(world, noon(), final(game, 30, 0));
    await database.pool.query('delete from changes');
    expect(await aWriter(database).run()).toBe(1);
    expect(await settledIn()).toEqual(eachOnce(leagues));
  });

  test('when a worker that missed changes goes on', async () => {
    const leagues = await leaguesOf(1);
    const game = await betOn(leagues);
    const writer = aWriter(database);
    await writer.run();
    await settleAt(world, noon(), final(game, 30, 0));
    await database.pool.query('delete from changes');
    expect(await writer.run()).toBe(0);
    await writer.sleep(); // as long as changes are stored
    expect(await writer.run()).toBe(1);
  });

  test('when one league fails: the others have their notices, and it has its own later, also after a restart', async () => {
    const leagues = await leaguesOf(3);
    const [failing, ...others] = leagues as [Group, ...Group[]];
    const game = await betOn(leagues);
    const writer = aWriter(database);
    await writer.run();
    await settleAt(world, noon(), final(game, 30, 0));
    await owner.query(`alter table notifications add constraint broken check (league_id <> '${failing.id}')`);
    await expect(writer.run()).rejects.toThrow('failed');
    expect(await settledIn()).toEqual(eachOnce(others));
    await writer.after(60_000).catch(() => undefined); // the watermark is stored again
    await owner.query('alter table notifications drop constraint broken');
    await database.pool.query('delete from changes');
    const { rows } = await database.pool.query('select at < clock_timestamp() as "isPast" from watermarks');
    expect(rows).toEqual([{ isPast: true }]);
    expect(await aWriter(database).run()).toBe(1);
    expect(await settledIn()).toEqual(eachOnce(leagues));
    expect(await writer.run()).toBe(0);
  });

  test('when the machine of a league is lost: it follows once that is back', async () => {
    const leagues = await leaguesOf(2);
    const [lost, other] = leagues as [Group, Group];
    const game = await betOn(leagues);
    const writer = aWriter(database);
    await writer.run();
    await settleAt(world, noon(), final(game, 30, 0));
    const reachable = (ids: readonly string[]) => ids.filter((id) => id !== lost.id);
    const without: Database = { ...database, machines: { ...database.machines, reachable, isOnePostgres: false } };
    expect(await writer.run(without)).toBe(1);
    expect(await settledIn()).toEqual(eachOnce([other]));
    expect(await writer.run()).toBe(1);
    expect(await settledIn()).toEqual(eachOnce(leagues));
  });
});

describe('nobody is notified twice', () => {
  test('by two workers at once', async () => {
    const leagues = await leaguesOf(6);
    const games = [await betOn(leagues), await betOn(leagues)];
    const writers = [aWriter(database), aWriter(database)];
    for (const writer of writers) await writer.run();
    let written = 0;
    for (const [at, game] of games.entries()) {
      await settleAt(world, noon(at), final(game, 30, 0));
      for (const count of await Promise.all(writers.map((writer) => writer.run()))) written += count;
    }
    expect(written).toBe(12); // each league twice: the second bet is news
    expect(await settledIn()).toEqual(eachOnce(leagues, 2));
  });

  test('by a worker that is killed anywhere, and by the one after it', async () => {
    const leagues = await leaguesOf(4);
    const game = await betOn(leagues);
    await aWriter(database).run();
    await settleAt(world, noon(), final(game, 30, 0));
    let written = 0;
    for (let stands = 1; stands < 100; stands += 1) {
      const { mortal, left } = dyingAfter(stands);
      written += await aWriter(mortal)
        .run()
        .catch(() => 0);
      if (left() > 0) break; // nothing died
    }
    expect(await settledIn()).toEqual(eachOnce(leagues));
    const { rows } = await database.pool.query("select topic from changes where topic like '%:notices'");
    // One transaction wrote all of it, in which channels queue; on a Citus one for each league.
    expect(rows).toHaveLength(database.machines.isOnePostgres ? 1 : leagues.length);
    expect(written).toBeLessThanOrEqual(4);
  });
});

test('all notices are counted, also of leagues that are written at the same time', async () => {
  const leagues = await leaguesOf(6);
  const game = await betOn(leagues);
  const writer = aWriter(database);
  await writer.run();
  await settleAt(world, noon(), final(game, 30, 0));
  const sharded: Database = { ...database, machines: { ...database.machines, isOnePostgres: false } };
  expect(await writer.run(sharded)).toBe(6);
  expect(await settledIn()).toEqual(eachOnce(leagues));
});

test('notices wait until a league is quiet, but not for long', async () => {
  const [league] = (await leaguesOf(1)) as [Group];
  const games = [await betOn([league]), await betOn([league]), await betOn([league])];
  const writer = aWriter(database);
  await writer.run();
  const [one, two, three] = games.map((game) => final(game, 30, 0)) as [FeedGame, FeedGame, FeedGame];
  await settleAt(world, noon(), one);
  expect([await writer.after(0), await writer.after(1_999), await writer.after(1)]).toEqual([0, 0, 1]);
  await settleAt(world, noon(1), two);
  for (let ms = 0; ms < 30_000; ms += 1_500) {
    expect(await writer.after(1_500)).toBe(0);
    await ann.call(placeBet, { body: aBet(league, await world.addGame(), '1') });
    await database.pool.query(`insert into changes (topic) values ('league:${league.id}')`);
  }
  expect(await writer.after(1_500)).toBe(1);
  await settleAt(world, noon(2), three);
  expect(await settledIn()).toEqual({ [league.id]: 2 });
});

test('a worker that polls feeds once in ten minutes writes notices some seconds after bets are settled', async () => {
  const leagues = await leaguesOf(1);
  const game = await betOn(leagues);
  const env = readEnv({
    NODE_ENV: 'test',
    FEED: 'espn',
    FEED_POLL_SECONDS: '600',
    ESPN_BASE_URL: 'http://127.0.0.1:9',
  });
  const worker = startWorker({ env, log: pino({ level: 'silent' }), database, sessionSecret: testSessionSecret });
  const isStored = async () => (await database.pool.query('select at from watermarks')).rows.length;
  await expect.poll(isStored, { timeout: 20_000 }).toBe(1); // its first run has ended
  await settleAt(world, noon(), final(game, 30, 0));
  await expect.poll(settledIn, { timeout: 20_000 }).toEqual(eachOnce(leagues));
  await worker.stop();
});

/** The database of a worker that dies at this statement or transaction. */
function dyingAfter(stands: number): { mortal: Database; left(): number } {
  let left = stands;
  const step = () => {
    left -= 1;
    if (left < 0) throw new Error('killed');
  };
  const db = new Proxy(database.db, {
    get: (target, name, receiver) => {
      if (name === 'execute' || name === 'select' || name === 'insert') step();
      return Reflect.get(target, name, receiver);
    },
  });
  const withTx: Database['withTx'] = (work, options) =>
    database.withTx(async (tx) => {
      step();
      const result = await work(tx);
      step(); // after all statements, before the commit
      return result;
    }, options);
  return { mortal: { ...database, db, withTx }, left: () => left };
}
