import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { slateCalls } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { createProcess, type Process } from '../../chaos/processes.ts';
import { createViolations } from '../../chaos/violations.ts';
import { createEspnFeed } from '../../feed/espn.ts';
import type { FeedGame } from '../../games/feed-answer.ts';
import { freshClient } from '../../http/client-build.ts';
import { type Replay, startReplay } from '../../replay/replay.ts';
import { aBet } from '../games.ts';
import { expectLedgerBalances } from '../ledger-asserts.ts';
import { type ShiftedDatabase, shiftDatabaseClock } from '../shifted-database.ts';
import { type Player, testWorld, type World } from '../world.ts';

const timeout = 120_000; // several processes, perhaps a build of the client, on a busy machine
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The web process and the worker have wrong clocks; in the last test the database has. This process's clock is right.
 */
let world: World;
let databaseClock: ShiftedDatabase;
let replay: Replay;
let folder: string;
let web: Process;
let worker: Process;
let player: Player;
let league: Group;
/** `coming` starts in some minutes; `ending` and `lasting` have begun before the worker's first poll. */
let coming: FeedGame;
let ending: FeedGame;
let lasting: FeedGame;
/** Starts in hours. */
let distant: FeedGame;

const setClocks = (aheadMs: number) => writeFile(join(folder, 'shift'), String(aheadMs));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  world = await testWorld();
  databaseClock = await shiftDatabaseClock(world.database.url);
  replay = await startReplay({ folder: join(import.meta.dirname, '../../feed/examples') });
  player = await world.signUp();
  league = await world.league(player);

  // A week lists `coming` whatever the hour: the list of one day would not, in the minutes before midnight.
  const [inWeek] = replay.games().filter(({ sport }) => sport === 'NFL');
  const [second, third, fourth] = replay.games().filter(({ sport }) => sport === 'NBA');
  const starts = [
    [inWeek, 3 * 60],
    [second, 6],
    [third, 6],
    [fourth, 5 * 3_600],
  ] as const;
  for (const [game, startsInSeconds] of starts) replay.changeGame(game?.id ?? '', { startsInSeconds });
  const feed = createEspnFeed({ baseUrl: replay.url });
  const slates = await Promise.all((['NFL', 'NBA'] as const).map((sport) => feed.slate(sport, new Date())));
  const games = slates.flatMap((slate) => slate.games);
  await world.poll(...games);
  const known = (id = '') => games.find((game) => game.id === `espn:${id}`) as FeedGame;
  [coming, ending, lasting] = [known(inWeek?.id), known(second?.id), known(third?.id)];
  distant = known(fourth?.id);

  for (const game of [ending, lasting]) {
    expect((await player.call(placeBet, { body: aBet(league, game, '100', 'moneyline', 'home') })).status).toBe(201);
    replay.changeGame(feedIdOf(game), { stage: 'live' });
  }

  await setClocks(5 * minute);
  await freshClient(); // else the web process builds it
  const settings = {
    CLOCK_SHIFT_FILE: join(folder, 'shift'),
    DATABASE_URL: world.database.url,
    SESSION_SECRET: 'a secret of the tests, long enough',
    FEED: 'espn',
    ESPN_BASE_URL: replay.url,
    FEED_POLL_SECONDS: '0.2',
    SETTLE_MIN_MINUTES: '0',
    LOG_LEVEL: 'warn',
  };
  const shifted = import.meta.resolve('../shifted-clock.ts');
  const violations = createViolations();
  web = await createProcess('web', 1, settings, violations, shifted);
  worker = await createProcess('worker', 1, settings, violations, shifted);
  await Promise.all([web.start(), worker.start()]);
}, timeout);
afterEach(() => setClocks(0));
afterAll(async () => {
  for (const process of [web, worker]) await process?.end('SIGKILL').catch(() => null); // it may not run
  await replay.close();
  await databaseClock.end();
  await world.drop();
  await rm(folder, { recursive: true });
});

const feedIdOf = (game: FeedGame) => game.id.slice('espn:'.length);

/** Waits until the worker has stored `times` more pulls of the sport. */
async function polled(sport: 'NFL' | 'NBA', times: number): Promise<void> {
  const count = async () =>
    (await world.database.pool.query('select count(*)::int as n from pulls where sport = $1', [sport])).rows[0].n;
  const before = await count();
  await expect.poll(count, { timeout: 40_000 }).toBeGreaterThanOrEqual(before + times);
}

const statusOf = async (game: FeedGame) =>
  (await player.call(listBets)).reply.find(({ gameId }) => gameId === game.id)?.status;

test('five minutes ahead, web process and worker leave a game open until its start by the database’s clock', {
  timeout,
}, async () => {
  await polled('NFL', 3); // the first poll reads the slate
  const there = player.at(web.origin);
  const params = { week: String(coming.week), season: String(coming.season) };
  const { reply, headers } = await there.call(slateCalls.NFL.games, { params });
  expect(reply.find(({ id }) => id === coming.id)).toMatchObject({ bettingLocked: false });
  expect(Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())).toBeLessThan(minute);
  expect((await there.call(placeBet, { body: aBet(league, coming, '100') })).status).toBe(201);
});

test('set back by five hours, a worker goes on polling and settling', { timeout }, async () => {
  await setClocks(-5 * hour);
  replay.changeGame(feedIdOf(ending), { stage: 'final', home: 101, away: 99 });
  await expect.poll(() => statusOf(ending), { timeout: 40_000 }).toBe('won');
  await expectLedgerBalances(world.database.db);
});

test('four days ahead for seconds, a worker calls off no game that is being played', { timeout }, async () => {
  await setClocks(4 * day);
  await polled('NBA', 4);
  await setClocks(0);
  expect(await statusOf(lasting)).toBe('pending');
  replay.changeGame(feedIdOf(lasting), { stage: 'final', home: 99, away: 101 });
  await expect.poll(() => statusOf(lasting), { timeout: 40_000 }).toBe('lost');
  await expectLedgerBalances(world.database.db);
});

test('with the database four days ahead for seconds, a worker locks no game', { timeout }, async () => {
  const isAhead = async () =>
    (await world.database.pool.query(`select max(at) > $1 as ahead from heartbeats`, [new Date(Date.now() + 3 * day)]))
      .rows[0].ahead;
  await databaseClock.set(4 * day);
  await expect.poll(isAhead, { timeout: 40_000 }).toBe(true); // the worker ran with that clock
  await databaseClock.set(0);
  await polled('NBA', 2);
  expect((await player.call(placeBet, { body: aBet(league, distant, '100') })).status).toBe(201);
});
