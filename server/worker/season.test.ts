import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { offers } from '#shared/domain/market.ts';
import { sports } from '#shared/domain/sport.ts';
import { everywhere } from '../db/reach.ts';
import { createSimulation } from '../feed/simulation.ts';
import { listStuck } from '../settlement/watch-list.ts';
import { aBet } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';
import { pullGames } from './jobs/pull-games.ts';
import { settleGamesJob } from './jobs/settle-games.ts';

const speed = 60;
const second = 1_000;
const minute = 60 * second;

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

test('every bet on a simulated season is settled in the time of that season, whatever becomes of its game', {
  timeout: 180_000, // about 200 polls, on a machine that may be busy
}, async () => {
  const begin = Date.now();
  const clock = { now: new Date(begin) };
  // In this part of the season games are postponed, suspended, cancelled and corrected.
  const epoch = new Date(begin - 1_000 * minute);
  const feed = createSimulation({ seed: 36, speed, epoch });
  const { database } = world;
  const log = pino({ level: 'silent' });
  const clocks = { clock: async () => clock.now, monotonicMs: () => clock.now.getTime() };
  const deps = { database, feed, ...clocks, log, pollMs: second };
  const jobs = [
    ...sports.map((sport) => pullGames(deps, sport)),
    settleGamesJob(database, 45 * minute, clocks.clock, log),
  ];
  const runUntil = async (minutes: number, everyMs: number) => {
    for (; clock.now.getTime() <= begin + minutes * minute; clock.now = new Date(clock.now.getTime() + everyMs)) {
      for (const job of jobs) await job.run();
    }
  };
  await runUntil(0, second);

  const player = await world.signUp();
  const league = await world.league(player);
  const placedOn: string[] = [];
  for (const sport of sports) {
    for (const game of (await feed.slate(sport, new Date(begin))).games) {
      const [offer] = game.quote && game.status === 'scheduled' ? offers(sport, game.quote) : [];
      if (!offer || game.startsAt.getTime() < begin + minute) continue;
      const { status } = await player.call(placeBet, { body: aBet(league, game, '1', offer.market, offer.side) });
      expect(status).toBe(201);
      placedOn.push(game.id);
    }
  }

  const statusesSeen = new Set<string>();
  const recordStatuses = async () => {
    const { rows } = await database.pool.query('select status from games where id = any ($1)', [placedOn]);
    for (const { status } of rows) statusesSeen.add(status);
  };
  for (let minutes = 1; minutes < 20; minutes += 1) {
    await runUntil(minutes, 45 * second);
    await recordStatuses();
  }
  await runUntil(12 + 83 + 10, 10 * minute);

  expect([...statusesSeen].sort()).toEqual(['canceled', 'final', 'live', 'postponed', 'scheduled', 'suspended']);
  const { rows } = await database.pool.query(
    `select coalesce(l.grade::text, 'open') as grade, count(*)::int from legs l group by 1 order by 1`,
  );
  expect(rows.map(({ grade }) => grade)).toEqual(expect.arrayContaining(['lost', 'void', 'won']));
  expect(rows.find(({ grade }) => grade === 'open')).toBeUndefined();
  expect((await listStuck(database.db, clock.now, everywhere)).filter(({ openLegs }) => openLegs > 0)).toEqual([]);
  const { rows: corrected } = await database.pool.query('select 1 from leg_grades where round = 2');
  expect(corrected.length).toBeGreaterThan(0);
  await expectLedgerBalances(database.db);
});
