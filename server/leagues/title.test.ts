import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import {
  type createGroup,
  type Group,
  leaderboard,
  leagueTitle,
  listGroups,
  removeMember,
  rescue,
} from '#shared/api/groups.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { weekOf } from '#shared/domain/week.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { settleGames } from '../settlement/settle.ts';
import { aBet, final } from '../testing/games.ts';
import { ageLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { replacing } from '../testing/scripted-feed.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

type Options = Partial<BodyInput<typeof createGroup>['fairPlay']>;

async function aLeague(options: Options = {}): Promise<{ owner: Player; friend: Player; league: Group }> {
  await world.clear(); // games of other tests would make weeks count
  const owner = await world.signUp('Olive');
  const league = await world.league(owner, {
    endDate: inDays(60),
    fairPlay: { ...presets.classic, activeWeeksPct: 75, ...options },
  });
  return { owner, friend: await world.member(league, 'Fred'), league };
}

const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();

/** A game on which these members bet in the running week, in whole Ching. It starts now, and the home side wins. */
async function playedGame(league: Group, bets: [Player, number, ('home' | 'away')?][]): Promise<FeedGame> {
  const game = await world.addGame();
  for (const [player, ching, side] of bets) {
    const body = aBet(league, game, String(ching), 'spread', side);
    expect((await player.call(placeBet, { body })).status).toBe(201);
  }
  await world.confirm(final(game, 30, 0));
  await settleGames(world.database, new Date(), -24 * 3_600_000); // now, although the game begins tomorrow
  // Earlier than the end of a league that ends at once: Date has milliseconds, Postgres has microseconds.
  await world.database.pool.query('update games set starts_at = $2 where id = $1', [game.id, new Date(Date.now() - 5)]);
  world.clock.now = new Date(Date.now() + 1);
  return game;
}

/** Makes the running week the week before last: all that has happened, games included, is so many weeks older. */
async function age(league: Group, weeks: number): Promise<void> {
  await ageLeague(world.database, league, weeks);
  await world.database.pool.query(
    `update games set starts_at =
       ((starts_at at time zone 'America/New_York') - interval '${7 * weeks} days') at time zone 'America/New_York'`,
  );
}

const titleOf = async (league: Group, player: Player) =>
  (await player.call(leagueTitle, { params: { id: league.id } })).reply;

async function finalRows(league: Group, viewer: Player) {
  // Now, so that the games that have begun are of its time.
  await world.database.pool.query('update leagues set join_deadline = null, end_date = now() where leagues.id = $1', [
    league.id,
  ]);
  await finalizeLeagues(world.database);
  const { reply } = await viewer.call(leaderboard, { params: { id: league.id } });
  return new Map(reply.map((row) => [row.user.firstName, row]));
}

async function championsOf(viewer: Player): Promise<string[] | undefined> {
  const { reply } = await viewer.call(listGroups);
  return reply[0]?.group.champions.map(({ name }) => name);
}

describe('the meter', () => {
  test('asks for a tenth of the balance, counts what was placed, and follows each bet', async () => {
    const { owner, friend, league } = await aLeague();
    const running = weekOf(new Date(), new Date());
    const week = { isCounted: false, isActive: false, endsAt: running.endsAt.toISOString() };
    expect(await titleOf(league, owner)).toMatchObject({
      activeWeeks: 0,
      countedWeeks: 0,
      thisWeek: { ...week, missing: fromWhole(100) },
    });
    await playedGame(league, [[owner, 40]]);
    expect(await titleOf(league, owner)).toMatchObject({
      ...{ activeWeeks: 0, countedWeeks: 1, neededWeeks: 1 },
      thisWeek: { ...week, isCounted: true, missing: fromWhole(60) },
    });
    await playedGame(league, [[owner, 60]]);
    expect(await titleOf(league, owner)).toMatchObject({
      ...{ activeWeeks: 1, countedWeeks: 1 },
      thisWeek: { ...week, isCounted: true, isActive: true, missing: 0 },
    });
    expect(await titleOf(league, friend)).toMatchObject({ activeWeeks: 0, countedWeeks: 1 });
  });

  test('counts bets on two matches under one id, on whatever sides', async () => {
    const { owner, league } = await aLeague();
    const game = await world.addGame();
    const missing = async () => (await owner.call(leagueTitle, { params: { id: league.id } })).reply?.thisWeek?.missing;
    const first = aBet(league, game, '10', 'spread', 'home');
    expect((await owner.call(placeBet, { body: first })).status).toBe(201);
    const other = replacing(game);
    await world.poll(other);
    await world.poll(other);
    await settleGames(world.database, new Date(), 0);
    const second = aBet(league, other, '100', 'spread', 'away');
    expect((await owner.call(placeBet, { body: second })).status).toBe(201);
    await world.confirm(final(other, 0, 30));
    await settleGames(world.database, new Date(), -24 * 3_600_000);
    expect(await missing()).toBe(0);
  });

  test('counts no bets on both teams of a match, also if home and away were swapped in between', async () => {
    const { owner, league } = await aLeague();
    const game = await world.addGame();
    const first = aBet(league, game, '60', 'spread', 'home');
    expect((await owner.call(placeBet, { body: first })).status).toBe(201);
    const swapped = { ...game, home: game.away, away: game.home };
    await world.poll(swapped);
    const second = aBet(league, swapped, '60', 'spread', 'home');
    expect((await owner.call(placeBet, { body: second })).status).toBe(201);
    await world.confirm(final(swapped, 0, 30));
    await settleGames(world.database, new Date(), -24 * 3_600_000);
    const { reply } = await owner.call(leagueTitle, { params: { id: league.id } });
    expect(reply?.thisWeek?.missing).toBe(fromWhole(100));
  });

  test('counts earlier weeks by the balance at their start, and says what may still be missed', async () => {
    const { owner, friend, league } = await aLeague();
    await playedGame(league, [
      [owner, 500, 'away'],
      [friend, 100],
    ]);
    await age(league, 1);
    await playedGame(league, [
      [owner, 50],
      [friend, 50],
    ]);
    const left = await titleOf(league, owner);
    expect(left).toMatchObject({ activeWeeks: 2, countedWeeks: 2, neededWeeks: 1 });
    expect(await titleOf(league, friend)).toMatchObject({ activeWeeks: 1, countedWeeks: 2, neededWeeks: 1 });
    expect((await titleOf(league, friend))?.thisWeek?.missing).toBe(fromWhole(50)); // 100 of 1,090.91
    const all = weekOf(new Date(league.endDate ?? ''), new Date()).number + 1; // with the week before
    expect(left?.spareWeeks).toBe(all - Math.floor(0.75 * all));
    expect((await titleOf(league, friend))?.spareWeeks).toBe(all - Math.floor(0.75 * all)); // this week may still become active
  });

  test('has no number of weeks to spare without an end date', async () => {
    const { owner, league } = await aLeague();
    await world.database.pool.query('update leagues set end_date = null where id = $1', [league.id]);
    expect(await titleOf(league, owner)).toMatchObject({ spareWeeks: null });
  });

  test('does not count a week whose games began before the member joined, or had no odds, or were called off', async () => {
    const { owner, league } = await aLeague();
    const game = await playedGame(league, [[owner, 10]]);
    const late = await world.member(league);
    expect(await titleOf(league, late)).toMatchObject({ countedWeeks: 0 });
    expect(await titleOf(league, owner)).toMatchObject({ countedWeeks: 1 });
    const counts = async () => (await titleOf(league, owner))?.countedWeeks;
    await world.database.pool.query(`update games set status = 'canceled' where id = $1`, [game.id]);
    expect(await counts()).toBe(0);
    await world.database.pool.query(`update games set status = 'final' where id = $1`, [game.id]);
    expect(await counts()).toBe(1);
    await world.database.pool.query('delete from quotes where game_id = $1', [game.id]);
    expect(await counts()).toBe(0);
  });

  test('does not exist in a Classic league, nor in a final one', async () => {
    const classic = await aLeague({ activeWeeksPct: null });
    expect(await titleOf(classic.league, classic.owner)).toBeNull();
    const { owner, league } = await aLeague();
    await finalRows(league, owner);
    expect(await titleOf(league, owner)).toBeNull();
  });

  test('says when the rescue may be taken, and that it was', async () => {
    const { owner, league } = await aLeague({ rescue: '250' });
    expect(await titleOf(league, owner)).toMatchObject({ mayBeRescued: false, isRescued: false });
    await playedGame(league, [[owner, 1_000, 'away']]);
    expect(await titleOf(league, owner)).toMatchObject({ mayBeRescued: true, isRescued: false });
    await owner.call(rescue, { params: { id: league.id } });
    expect(await titleOf(league, owner)).toMatchObject({ mayBeRescued: false, isRescued: true });
  });
});

describe('a final league', () => {
  test('crowns the best eligible member, whoever ranks higher; ranks stay by balance', async () => {
    const { owner, friend, league } = await aLeague();
    await playedGame(league, [
      [owner, 99],
      [friend, 100, 'away'],
    ]);
    const rows = await finalRows(league, owner);
    expect(rows.get('Olive')).toMatchObject({
      ...{ rank: 1, title: { isEligible: false, activeWeeks: 0, countedWeeks: 1 } },
    });
    expect(rows.get('Fred')).toMatchObject({ rank: 2, title: { isEligible: true, activeWeeks: 1, countedWeeks: 1 } });
    expect(await championsOf(owner)).toEqual(['Fred']);
    await expectLedgerBalances(world.database.db);
  });

  test('has no champion if nobody is eligible', async () => {
    const { owner, friend, league } = await aLeague();
    await playedGame(league, [[owner, 20]]);
    const rows = await finalRows(league, friend);
    expect([...rows.values()].map(({ title }) => title?.isEligible)).toEqual([false, false]);
    expect(await championsOf(friend)).toEqual([]);
  });

  test('in which no week counted has everybody eligible', async () => {
    const { owner, friend, league } = await aLeague();
    const rows = await finalRows(league, owner);
    expect([...rows.values()].map(({ title }) => title)).toEqual(
      Array.from({ length: 2 }, () => ({ isEligible: true, activeWeeks: 0, countedWeeks: 0 })),
    );
    expect((await championsOf(friend))?.sort()).toEqual(['Fred', 'Olive']);
  });

  test('does not crown who took the rescue, nor a guest', async () => {
    const { owner, friend, league } = await aLeague({ rescue: '1000', activeWeeksPct: null });
    await playedGame(league, [[owner, 1_000, 'away']]);
    await owner.call(rescue, { params: { id: league.id } });
    await playedGame(league, [[owner, 1_000]]);
    await world.database.pool.query('update members set is_guest = true where league_id = $1 and user_id = $2', [
      league.id,
      friend.user.id,
    ]);
    const third = await world.member(league, 'Thea');
    const rows = await finalRows(league, owner);
    expect(rows.get('Olive')).toMatchObject({ rank: 1, isRescued: true, title: null });
    expect(await championsOf(third)).toEqual(['Thea']);
  });

  test('in Classic crowns rank 1, and says nothing of weeks', async () => {
    const { owner, friend, league } = await aLeague({ activeWeeksPct: null });
    await playedGame(league, [
      [owner, 20],
      [friend, 20, 'away'],
    ]);
    const rows = await finalRows(league, owner);
    expect(rows.get('Olive')).toMatchObject({ rank: 1, title: null });
    expect(await championsOf(owner)).toEqual(['Olive']);
  });

  test('counts the last bet before the boundary in its week, and one at the boundary in the next', async () => {
    const { owner, friend, league } = await aLeague({ activeWeeksPct: 100 });
    await playedGame(league, [
      [owner, 100],
      [friend, 100],
    ]);
    await age(league, 1);
    await playedGame(league, [
      [owner, 100],
      [friend, 120],
    ]);
    const boundary = weekOf(new Date(), new Date()).startsAt;
    const move = (player: Player, at: Date) =>
      world.database.pool.query(
        `update tickets set placed_at = $3 where league_id = $1 and user_id = $2 and placed_at =
           (select max(placed_at) from tickets where league_id = $1 and user_id = $2)`,
        [league.id, player.user.id, at],
      );
    await move(owner, new Date(boundary.getTime() - 1));
    await move(friend, boundary);
    const rows = await finalRows(league, owner);
    expect(rows.get('Olive')?.title).toEqual({ isEligible: false, activeWeeks: 1, countedWeeks: 2 });
    expect(rows.get('Fred')?.title).toEqual({ isEligible: true, activeWeeks: 2, countedWeeks: 2 });
  });
});

test('nobody learns of the weeks of others before the league is final', async () => {
  const { owner, friend, league } = await aLeague();
  await playedGame(league, [[friend, 100]]);
  const rows = await owner.call(leaderboard, { params: { id: league.id } });
  expect(rows.reply.map(({ title }) => title)).toEqual([null, null]);
  const outsider = await world.signUp();
  const removed = await world.member(league);
  await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
  for (const visitor of [outsider, removed]) {
    expect((await visitor.call(leagueTitle, { params: { id: league.id } })).status).toBe(404);
  }
  expect(await titleOf(league, owner)).toMatchObject({ activeWeeks: 0 });
});
