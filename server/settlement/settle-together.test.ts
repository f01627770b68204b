import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { seed } from '#shared/testing/seed.ts';
import { connect } from '../db/connection.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { bulkEndings, endAll, placeInBulk } from '../testing/bulk.ts';
import { pretendSharded, recordStatements } from '../testing/citus-lint.ts';
import { aBet, final } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { settleGames } from './settle.ts';

// Eight leagues with a bet each on one game: few enough for one transaction.

let world: World;
let player: Player;
let game: FeedGame;
let leagues: [Group, Group, Group, Group, Group, Group, Group, Group];

const open = { available: 90_000, pending: 10_000 };
const won = { available: 109_091, pending: 0 };
const lost = { available: 90_000, pending: 0 };

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  player = await world.signUp();
  game = await world.addGame();
  const leagueWithBet = async () => {
    const league = await world.league(player);
    await player.call(placeBet, { body: aBet(league, game, '100') });
    return league;
  };
  leagues = [
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
    await leagueWithBet(),
  ];
});

const settle = () => settleGames(world.database, new Date(Date.now() + 24 * 3_600_000), 0);

/** Changes the player's pending funds in a league. Less than the stakes that settling moves makes settling fail. */
const setPending = ({ id }: Group, cents: number) =>
  world.database.pool.query('update members set pending_cents = $1 where league_id = $2', [cents, id]);

/** The player's funds in each league, after checking that the ledger balances. */
async function funds(): Promise<{ available: number; pending: number }[]> {
  await expectLedgerBalances(world.database.db);
  return Promise.all(leagues.map(({ id }) => fundsOf(world.database.db, id, player.user.id)));
}

/** Two leagues in the order in which they are settled: on a Citus a run settles those of one machine after another's. */
function twoOnOneMachine(): [Group, Group] {
  const { machines } = world.database;
  for (const [at, before] of leagues.entries()) {
    const after = leagues.slice(at + 1).find(({ id }) => machines.of(id) === machines.of(before.id));
    if (after) return [before, after];
  }
  throw new Error('there are more machines than leagues');
}

/** For each transaction since the last call, the number of leagues whose changes it recorded. */
async function leaguesPerTransaction(): Promise<number[]> {
  const { rows } = await world.database.pool.query<{ leagues: number }>(
    `with changed as (delete from changes where topic like 'league:%' returning transaction)
     select count(*)::int as leagues from changed group by transaction`,
  );
  return rows.map((row) => row.leagues);
}

test('a league that cannot be settled does not stop the leagues that share its transaction', async () => {
  const [, , broken] = leagues;
  await setPending(broken, 0);
  await expect(world.finish(final(game, 24, 0))).rejects.toMatchObject({
    errors: [{ message: `settling ${game.id} failed`, cause: { errors: [{ message: `league ${broken.id} failed` }] } }],
  });
  await setPending(broken, open.pending);
  expect(await funds()).toEqual(leagues.map((league) => (league === broken ? open : won)));

  expect(await settle()).toEqual({ games: 1, legs: 1, tickets: 1 });
  expect(await funds()).toEqual(leagues.map(() => won));
});

test('a connection that is cut while it settles several leagues leaves nothing of them half done', async () => {
  const [before, locked] = twoOnOneMachine();
  for (let poll = 0; poll < 2; poll += 1) await world.poll(final(game, 24, 0));
  const member = await lockElsewhere(world.database, 'select 1 from members where league_id = $1 for update', [
    locked.id,
  ]);
  const settling = settle().catch((error: Error) => error);
  const owner = connect(world.database.url, pino({ level: 'silent' }), { role: null });
  const waiting = await untilWaiting(owner);
  await owner.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [waiting]);
  expect(await settling).toBeInstanceOf(Error);
  await owner.end();
  await member.release();
  const left = await funds();
  expect(left[leagues.indexOf(before)]).toEqual(world.database.machines.isOnePostgres ? open : won);
  expect(left[leagues.indexOf(locked)]).toEqual(open);

  await settle();
  expect(await funds()).toEqual(leagues.map(() => won));
});

test('a game with many bets is settled by four transactions at the same time, several games by one each', async () => {
  const bulk = await placeInBulk(world.database, { leagues: 8, singles: 480, parlays: 0, seed });
  const isSharded = !world.database.machines.isOnePostgres;
  const [first, ...others] = bulk.games;
  if (!first) throw new Error('a game is expected');
  await leaguesPerTransaction();
  await world.finish(final(first, 24, 20));
  expect(await leaguesPerTransaction()).toEqual(isSharded ? leagues.map(() => 1) : [2, 2, 2, 2]);

  await endAll(world.database, { ...bulk, games: others }, bulkEndings, new Date());
  expect(await settle()).toMatchObject({ games: 5 });
  const perGame = isSharded ? leagues.map(() => 1) : [8];
  expect(await leaguesPerTransaction()).toEqual(others.flatMap(() => perGame));
  await expectLedgerBalances(world.database.db);
});

// The tests below pretend that the leagues are spread over machines, which cannot be undone: they stay last.

test('leagues share transactions until each may lie on a machine of its own', async () => {
  await leaguesPerTransaction();
  await world.finish(final(game, 24, 0));
  const shared = world.database.machines.isOnePostgres ? [8] : leagues.map(() => 1);
  expect(await leaguesPerTransaction()).toEqual(shared);
  expect(await funds()).toEqual(leagues.map(() => won));

  await pretendSharded(world.database);
  await world.finish(final(game, 0, 24));
  expect(await leaguesPerTransaction()).toEqual(leagues.map(() => 1));
  expect(await funds()).toEqual(leagues.map(() => lost));
});

test('where leagues are spread, one that cannot be settled stops no other league and no other game', async () => {
  const [, , broken, ...others] = leagues;
  const [second, third] = [await world.addGame(), await world.addGame()];
  for (const league of leagues) await player.call(placeBet, { body: aBet(league, second, '100') });
  for (const league of others) await player.call(placeBet, { body: aBet(league, third, '100') });
  await world.confirm(final(game, 24, 0), final(second, 24, 0), final(third, 24, 0));
  await setPending(broken, 0);
  const worker = connect(world.database.url, pino({ level: 'silent' }));
  await worker.machines.start();
  await pretendSharded({ url: world.database.url, machines: worker.machines });
  const recording = recordStatements(worker.pool);
  const failed = await settleGames(worker, new Date(Date.now() + 24 * 3_600_000), 0).then(
    () => null,
    (error: AggregateError) => error,
  );
  const reads = recording.flat().filter(({ sql }) => sql.includes('group by legs.game_id, legs.league_id'));
  const machines = worker.machines.placement().groups.length;
  await worker.end();
  expect(failed?.errors.map(({ message }) => message).sort()).toEqual(
    [game, second].map(({ id }) => `settling ${id} failed`).sort(),
  );
  expect(reads).toHaveLength(Math.max(1, machines)); // one of all games for a machine
  await setPending(broken, 20_000);
  const wonBoth = { available: 118_182, pending: 0 };
  const wonAll = { available: 127_273, pending: 0 };
  const expected = (league: Group) => (others.includes(league) ? wonAll : wonBoth);
  expect(await funds()).toEqual(
    leagues.map((league) => (league === broken ? { available: 80_000, pending: 20_000 } : expected(league))),
  );

  expect(await settle()).toEqual({ games: 2, legs: 2, tickets: 2 });
  expect(await funds()).toEqual(leagues.map(expected));
});

describe('while a run settles one game where leagues are spread,', () => {
  /** Runs `work` while a run waits for the first of these leagues, on `game`. */
  async function whileSettling(work: () => Promise<void>): Promise<void> {
    const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [leagues[0].id]);
    const settling = settle();
    await untilWaiting(world.database);
    await work();
    await lock.release();
    await settling;
  }

  test('the corrected result of another is settled as corrected', async () => {
    const other = await world.addGame({ startsAt: new Date(game.startsAt.getTime() + 60_000) });
    const [league] = leagues;
    await player.call(placeBet, { body: aBet(league, other, '100') });
    await world.confirm(final(other, 24, 0));
    await settle();
    // As a run that was killed before it marked the game: its legs are graded already.
    await world.database.pool.query('update games set settled_rev = 0 where id = $1', [other.id]);
    await world.confirm(final(game, 24, 0));
    await whileSettling(() => world.confirm(final(other, 0, 24)));
    const settled = { available: 99_091, pending: 0 };
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual(settled);
    // On a Citus the run may have gone through another machine before the correction, so that the next one marks it.
    await settle();
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual(settled);
    const { rows } = await world.database.pool.query('select result_rev, settled_rev from games where id = $1', [
      other.id,
    ]);
    expect(rows).toEqual([{ result_rev: 2, settled_rev: 2 }]);
  });

  test('bets on a match that the feed takes back stay open', async () => {
    const other = await world.addGame();
    const [league] = leagues;
    await player.call(placeBet, { body: aBet(league, other, '100') });
    const another = { ...other, away: { ...other.away, id: 'others' } };
    await world.confirm(another);
    await world.confirm(final(game, 24, 0));
    await whileSettling(() => world.confirm(other));
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 99_091, pending: 10_000 });
    await settle();
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 99_091, pending: 10_000 });
  });
});
