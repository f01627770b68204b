import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { leaderboard, listGroups } from '#shared/api/groups.ts';
import { aBet, final } from '../testing/games.ts';
import { endLeague, fillLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

test('a league of 10,000 becomes final, and so does one that ended after it', { timeout: 60_000 }, async () => {
  const { db, pool } = world.database;
  const owner = await world.signUp('Olive');
  const [big, small] = [await world.league(owner), await world.league(owner)];
  await fillLeague(db, big, 9_999);
  const game = await world.addGame();
  await owner.call(placeBet, { body: aBet(big, game, '100') });
  await world.finish(final(game, 30, 0));
  const standings = async () => (await owner.call(leaderboard, { params: { id: big.id } })).reply;
  const open = await standings();
  expect(new Set(open.map(({ user }) => user.id)).size).toBe(10_000);
  expect(open[0]).toMatchObject({ user: { id: owner.user.id }, rank: 1, available: 109_091, pending: 0 });
  for (const league of [small, big]) await endLeague(db, league);
  await pool.query("update leagues set end_date = now() - interval '30 minutes' where leagues.id = $1", [small.id]);

  expect(await finalizeLeagues(world.database)).toBe(2);
  const { reply } = await owner.call(listGroups);
  expect(reply.map(({ group }) => [group.id, group.state]).sort()).toEqual(
    [
      [big.id, 'final'],
      [small.id, 'final'],
    ].sort(),
  );
  const rows = await standings();
  expect(rows.map(({ user }) => user.id)).toEqual(open.map(({ user }) => user.id));
  expect(rows[0]).toMatchObject({ user: { id: owner.user.id }, rank: 1, wins: 1, totalBets: 1, balance: 109_091 });
  const [second, last] = [rows[1], rows[9_999]];
  for (const row of [second, last]) expect(row).toMatchObject({ rank: 2, totalBets: 0, balance: 100_000 });
  await expectLedgerBalances(db);
});
