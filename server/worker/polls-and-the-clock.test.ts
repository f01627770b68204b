import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { databaseNow } from '../db/clock.ts';
import { connect, type Database } from '../db/connection.ts';
import { type Feed, FeedFailure } from '../feed/feed.ts';
import { answerOf, type FeedAnswer, type FeedGame } from '../games/feed-answer.ts';
import { findGame } from '../games/store.ts';
import { aBet, live } from '../testing/games.ts';
import { type ShiftedDatabase, shiftDatabaseClock } from '../testing/shifted-database.ts';
import { testWorld, type World } from '../testing/world.ts';
import { watchClock } from './clock-watch.ts';
import { pullGames } from './jobs/pull-games.ts';
import type { Job } from './run-job.ts';

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;
const log = pino({ level: 'silent' });

/**
 * The connections of the world and its app use the right clock; those of the worker use the clock that the tests set.
 */
let world: World;
let clock: ShiftedDatabase;
let worker: Database;
let monotonicMs: number;
let polls: number;
let says: () => Promise<FeedGame>;
let job: Job;
let game: FeedGame;

beforeAll(async () => {
  world = await testWorld();
  clock = await shiftDatabaseClock(world.database.url);
  worker = connect(world.database.url, log);
});
afterAll(async () => {
  await worker.end();
  await clock.end();
  await world.drop();
});
beforeEach(async () => {
  await clock.set(0);
  await world.clear();
  [monotonicMs, polls] = [0, 0];
  game = await world.addGame({ startsAt: new Date(Date.now() + 6 * hour) });
  says = async () => game;
  const answer = async (): Promise<FeedAnswer> => {
    polls += 1;
    return answerOf([await says()]);
  };
  const feed: Feed = { name: 'espn', speed: 1, slate: answer, day: answer };
  const watch = watchClock(worker.db, 10 * second, log, () => monotonicMs);
  const deps = { database: worker, feed, clock: () => databaseNow(worker.db), mayPoll: watch.mayPoll, log };
  job = pullGames({ ...deps, monotonicMs: () => monotonicMs, pollMs: 10 * second }, 'NFL');
  for (let tick = 0; tick < 10; tick += 1) await job.run(); // after ten runs the slate is due again
  monotonicMs += 10 * second;
});

const stored = () => findGame(world.database.db, game.id);

async function isOpen(): Promise<boolean> {
  const player = await world.signUp();
  return (await player.call(placeBet, { body: aBet(await world.league(player), game, '10') })).status === 201;
}

test.each([
  ['four days ahead', 4 * day],
  ['five hours behind', -5 * hour],
])(
  'a database whose clock was just set %s is polled a quarter of a minute later, and no game is locked',
  async (_words, by) => {
    says = async () => ({ ...game, startsAt: new Date(game.startsAt.getTime() + hour) });
    await clock.set(by);
    await job.run();
    await clock.set(0);
    expect([polls, await isOpen()]).toEqual([1, true]);
    await job.run();
    monotonicMs += 14 * second;
    await job.run();
    expect(polls).toBe(1);
    monotonicMs += second;
    says = async () => live(game);
    for (let tick = 0; tick < 10; tick += 1) await job.run();
    expect(await stored()).toMatchObject({ status: 'live' });
  },
);

test('an answer that came while the clock was set is dropped: it locks nothing and leaves no row', async () => {
  const rows = async () => (await world.database.pool.query('select count(*)::int as n from pulls')).rows[0].n;
  const before = await rows();
  says = async () => {
    await clock.set(4 * day);
    return { ...game, startsAt: new Date(game.startsAt.getTime() + hour) };
  };
  await job.run();
  await clock.set(0);
  expect([polls, await rows(), await isOpen()]).toEqual([2, before, true]);
});

test('a provider that asks for a pause while the clock is set is not asked before the pause is over', async () => {
  let elapsedMs = 0;
  const runAfter = async (ms: number) => {
    [monotonicMs, elapsedMs] = [monotonicMs + ms, elapsedMs + ms];
    await clock.set(elapsedMs);
    await job.run();
  };
  says = async () => {
    await clock.set(4 * day);
    throw new FeedFailure('answered 429', { retryAfterMs: 300 * second });
  };
  await job.run();
  const asked = polls;
  says = async () => game;
  await runAfter(5 * second); // the clock is right again, which is another jump
  for (let ran = 5; ran < 295; ran += 10) await runAfter(10 * second);
  expect(polls).toBe(asked);
  for (let ran = 295; ran < 330; ran += 10) await runAfter(10 * second);
  expect(polls).toBeGreaterThan(asked);
});
