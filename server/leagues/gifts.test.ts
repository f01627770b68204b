import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { type createGroup, type Group, joinGroup, leaderboard, removeMember, rescue } from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aBet, aGame, final } from '../testing/games.ts';
import { ageLeague, endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';
import { freezeWeeks } from './weeks.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

type Options = Partial<BodyInput<typeof createGroup>['fairPlay']>;

async function aLeague(options: Options): Promise<{ owner: Player; league: Group }> {
  const owner = await world.signUp('Olive');
  return { owner, league: await world.league(owner, { fairPlay: { ...presets.classic, ...options } }) };
}

/** Loses this much of the player's balance, in whole Ching. */
async function lose(league: Group, player: Player, ching: number): Promise<void> {
  const game = aGame();
  await world.poll(game);
  expect((await player.call(placeBet, { body: aBet(league, game, String(ching)) })).status).toBe(201);
  await world.finish(final(game, 0, 30));
}

async function freezeFirstWeek(league: Group): Promise<void> {
  await ageLeague(world.database, league, 2);
  await freezeWeeks(world.database);
}

const funds = (league: Group, { user }: Player) => fundsOf(world.database.db, league.id, user.id);

async function rowOf(league: Group, viewer: Player, { user }: Player) {
  const { reply } = await viewer.call(leaderboard, { params: { id: league.id } });
  return reply.find((row) => row.user.id === user.id);
}

describe('a member who joins late', () => {
  test('gets 1,000 before the first frozen week, and the median of the present members after it', async () => {
    const { owner, league } = await aLeague({ lateStart: 'median' });
    const [second, third, removed] = [
      await world.member(league),
      await world.member(league),
      await world.member(league),
    ];
    await lose(league, second, 400);
    await lose(league, third, 1_000);
    await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
    expect(await funds(league, await world.member(league))).toEqual({ available: 100_000, pending: 0 });
    await freezeFirstWeek(league);

    const late = await world.member(league); // 0, 600, 1,000 and 1,000: the middle two are 600 and 1,000
    expect(await funds(league, late)).toEqual({ available: 80_000, pending: 0 });
    expect(await rowOf(league, owner, late)).toMatchObject({ balance: 80_000, profit: 0, isGuest: false });
    await expectLedgerBalances(world.database.db);
  });

  test('counts open bets of the others, and gets 250 at least', async () => {
    const { owner, league } = await aLeague({ lateStart: 'median' });
    await freezeFirstWeek(league);
    const game = aGame();
    await world.poll(game);
    await owner.call(placeBet, { body: aBet(league, game, '1000') });
    expect(await funds(league, await world.member(league))).toEqual({ available: 100_000, pending: 0 });

    const { owner: poor, league: other } = await aLeague({ lateStart: 'median' });
    await lose(other, poor, 900);
    await freezeFirstWeek(other);
    expect(await funds(other, await world.member(other))).toEqual({ available: 25_000, pending: 0 });
  });

  test('is a guest with 1,000 where the league says so, and the row says it', async () => {
    const { owner, league } = await aLeague({ lateStart: 'guest' });
    const early = await world.member(league);
    await freezeFirstWeek(league);
    const late = await world.member(league);
    expect(await rowOf(league, owner, early)).toMatchObject({ isGuest: false });
    expect(await rowOf(league, owner, late)).toMatchObject({ balance: 100_000, isGuest: true });
  });

  test('gets 1,000 in a Classic league', async () => {
    const { owner, league } = await aLeague({});
    await lose(league, owner, 900);
    await freezeFirstWeek(league);
    expect(await funds(league, await world.member(league))).toEqual({ available: 100_000, pending: 0 });
  });

  test('joins before or after the freezing, never in between: a join that waits for it gets the late start', async () => {
    const { owner, league } = await aLeague({ lateStart: 'median' });
    await lose(league, owner, 300);
    await ageLeague(world.database, league, 2);
    const friend = await world.signUp();
    const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
    const joining = friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    await untilWaiting(world.database);
    await lock.run('update leagues set frozen_until = now() where id = $1', [league.id]);
    await lock.release();
    expect((await joining).status).toBe(200);
    expect(await funds(league, friend)).toEqual({ available: 70_000, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });
});

describe('the rescue', () => {
  const ask = (league: Group, player: Player) => player.call(rescue, { params: { id: league.id } });

  test('adds what the league gives to a member below 50, once, and the row says so', async () => {
    const { owner, league } = await aLeague({ rescue: '250' });
    expect((await ask(league, owner)).refusal?.code).toBe('rescue-too-early');
    await lose(league, owner, 951);
    const { status, reply } = await ask(league, owner);
    expect([status, reply]).toEqual([200, { balance: 29_900, available: 29_900, pending: 0 }]);
    expect(await rowOf(league, owner, owner)).toMatchObject({ balance: 29_900, profit: -95_100, isRescued: true });
    await lose(league, owner, 299);
    expect((await ask(league, owner)).refusal?.code).toBe('already-rescued');
    await expectLedgerBalances(world.database.db);
  });

  test.each([
    [950, 'rescue-too-early'],
    [951, undefined],
  ])('after a loss of %i of 1,000 is refused with %s', async (lost, code) => {
    const { owner, league } = await aLeague({ rescue: '100' });
    await lose(league, owner, lost);
    expect((await ask(league, owner)).refusal?.code).toBe(code);
  });

  test('counts open bets as they were staked', async () => {
    const { owner, league } = await aLeague({ rescue: '250' });
    const game = aGame();
    await world.poll(game);
    await owner.call(placeBet, { body: aBet(league, game, '1000') });
    expect((await ask(league, owner)).refusal?.code).toBe('rescue-too-early');
    await world.finish(final(game, 0, 30));
    expect((await ask(league, owner)).status).toBe(200);
  });

  test('tapped ten times at once is given once', async () => {
    const { owner, league } = await aLeague({ rescue: '250' });
    await lose(league, owner, 1_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(league, owner)));
    const codes = answers.map(({ status, refusal }) => refusal?.code ?? status).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 9 }, () => 'already-rescued')]);
    expect(await funds(league, owner)).toEqual({ available: fromWhole(250), pending: 0 });
    await expectLedgerBalances(world.database.db);
  });

  test('lifts a balance that a correction took below zero', async () => {
    const { owner, league } = await aLeague({ rescue: '250' });
    const [game, next] = [aGame(), aGame()];
    await world.poll(game, next);
    await owner.call(placeBet, { body: aBet(league, game, '1000') });
    await world.finish(final(game, 30, 0));
    await owner.call(placeBet, { body: aBet(league, next, '1900') });
    await world.finish(final(next, 0, 30));
    await world.finish(final(game, 0, 30)); // takes back what was lost meanwhile
    const before = await funds(league, owner);
    expect(before.available).toBeLessThan(0);
    expect((await ask(league, owner)).status).toBe(200);
    expect(await funds(league, owner)).toEqual({ available: before.available + 25_000, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });

  test('is refused where there is none, and once the league has ended or is final', async () => {
    const classic = await aLeague({});
    expect((await ask(classic.league, classic.owner)).refusal?.code).toBe('no-rescue');
    const { owner, league } = await aLeague({ rescue: '250' });
    await lose(league, owner, 1_000);
    await endLeague(world.database.db, league);
    expect((await ask(league, owner)).refusal?.code).toBe('league-ended');
    await finalizeLeagues(world.database);
    expect((await ask(league, owner)).refusal?.code).toBe('league-ended');
    expect(await funds(league, owner)).toEqual({ available: 0, pending: 0 });
  });
});
