import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { connect } from '../db/connection.ts';
import { createLog } from '../lib/log.ts';
import { runCommand } from '../testing/command.ts';
import { aBet, aGame, final } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';

let world: World;
const unreachable = { FEED: 'espn', ESPN_BASE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' };

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

test('a worker that is run once settles, unless the clock may be wrong: then the next run does', {
  timeout: 60_000,
}, async () => {
  const { db, pool, url } = world.database;
  const player = await world.signUp();
  const league = await world.league(player);
  const run = async (silentHours: number) => {
    await pool.query('delete from heartbeats');
    await pool.query(`insert into heartbeats values ('before', now() - make_interval(hours => $1))`, [silentHours]);
    return runCommand('worker-once', { DATABASE_URL: url, ...unreachable });
  };
  const game = await world.addGame();
  await player.call(placeBet, { body: aBet(league, game, '100') });
  await pool.query("update games set starts_at = now() - interval '3 hours'");
  await pool.query("update legs set original_start = now() - interval '3 hours'");
  await pool.query("update tickets set placed_at = now() - interval '4 hours'");
  const { rows } = await pool.query<{ starts_at: Date }>('select starts_at from games');
  const played = final(aGame({ ...game, startsAt: rows[0]?.starts_at ?? game.startsAt }), 30, 0);
  await world.poll(played);
  await world.poll(played);

  for (const silentHours of [72, -72]) {
    const { code, said } = await run(silentHours);
    expect([code, said]).toEqual([0, expect.stringContaining('run this once more')]);
    expect(await fundsOf(db, league.id, player.user.id)).toMatchObject({ available: 90_000 });
  }
  const { code, said } = await run(1);
  expect([code, said]).toEqual([0, expect.not.stringContaining('once more')]);
  expect(await fundsOf(db, league.id, player.user.id)).toEqual({ available: 109_091, pending: 0 });
  await expectLedgerBalances(db);
});

test('a worker that is run once names the job that failed and exits with 1, after all other jobs', {
  timeout: 60_000,
}, async () => {
  const { url, pool } = world.database;
  const owner = connect(url, createLog('silent'), { role: null });
  await pool.query('delete from heartbeats');
  await owner.pool.query('alter table outbox rename column attempts to not_there');
  const ended = await runCommand('worker-once', { DATABASE_URL: url, ...unreachable });
  await owner.pool.query('alter table outbox rename column not_there to attempts');
  await owner.end();
  expect(ended).toEqual({
    code: 1,
    said: '',
    complained: 'Failed: send mail. The log says why; run this once more.\n',
  });
  expect((await pool.query('select worker from heartbeats')).rows).toHaveLength(1);
});
