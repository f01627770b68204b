import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { type Group, leaderboard, listGroups } from '#shared/api/groups.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aBet, aGame, final, live, plainQuote } from '../testing/games.ts';
import { removeFrom } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let owner: Player;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp();
});

describe('the list of leagues', () => {
  test('has the leagues of the caller alone, in the order of joining, with members and own money', async () => {
    const first = await world.league(owner, { name: 'First' });
    const other = await world.signUp();
    const second = await world.league(other, { name: 'Second', allowedSports: 'NFL' });
    await world.league(other, { name: 'Not mine' });
    await world.join(owner, second);
    await world.join(other, first);
    await owner.call(placeBet, { body: aBet(second, await world.addGame(), '250') });

    expect((await owner.call(listGroups)).reply).toEqual([
      {
        group: expect.objectContaining({ id: first.id, joinCode: first.joinCode }),
        memberCount: 2,
        previousId: null,
        next: null,
        displayName: null,
        balance: 100_000,
        available: 100_000,
        pending: 0,
      },
      {
        group: expect.objectContaining({ id: second.id, ownerId: other.user.id, allowedSports: 'NFL' }),
        memberCount: 2,
        previousId: null,
        next: null,
        displayName: null,
        balance: 100_000,
        available: 75_000,
        pending: 25_000,
      },
    ]);
  });

  test('is empty for a user in no league', async () => {
    expect((await owner.call(listGroups)).reply).toEqual([]);
  });

  test('loses a league at once for a member who is removed, who no longer counts', async () => {
    const league = await world.league(owner);
    const friend = await world.member(league);
    await removeFrom(world.database.db, league, friend);
    expect((await friend.call(listGroups)).reply).toEqual([]);
    expect((await owner.call(listGroups)).reply[0]?.memberCount).toBe(1);
  });

  test('has the state of each league', async () => {
    const { now } = world.clock;
    onTestFinished(() => {
      world.clock.now = now;
    });
    const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000);
    const league = await world.league(owner, {
      joinDeadline: inDays(1).toISOString(),
      endDate: inDays(2).toISOString(),
    });
    const game = await world.addGame();
    await owner.call(placeBet, { body: aBet(league, game, '10') });
    const state = async () => (await owner.call(listGroups)).reply[0]?.group.state;
    expect(await state()).toBe('open');
    world.clock.now = inDays(2);
    expect(await state()).toBe('settling');
    await world.finish(final(game, 30, 0));
    expect(await state()).toBe('closed');
  });
});

describe('the leaderboard', () => {
  let league: Group;

  beforeEach(async () => {
    league = await world.league(owner);
  });

  const rowsFor = async (player: Player) => (await player.call(leaderboard, { params: { id: league.id } })).reply;

  test('starts with everybody first at 1,000', async () => {
    const friend = await world.member(league);
    expect((await rowsFor(owner)).map(({ user, ...row }) => [user.id, row.rank, row.balance, row.profit])).toEqual([
      [owner.user.id, 1, 100_000, 0],
      [friend.user.id, 1, 100_000, 0],
    ]);
  });

  test('ranks by settled money, ties together: 1, 2, 2, 4', async () => {
    const [winner, backer, idle] = [await world.member(league), await world.member(league), await world.member(league)];
    const game = await world.addGame();
    await winner.call(placeBet, { body: aBet(league, game, '100') });
    await owner.call(placeBet, { body: aBet(league, game, '50', 'spread', 'away') });
    const push = aGame({ quote: withOdds(plainQuote, { spreadHome: -3, spreadAway: 3 }) });
    await world.poll(push);
    await backer.call(placeBet, { body: aBet(league, push, '400') });
    await world.finish(final(game, 24, 10), final(push, 23, 20));

    const rows = await rowsFor(winner);
    expect(rows.map((row) => [row.user.id, row.rank])).toEqual([
      [winner.user.id, 1],
      [backer.user.id, 2],
      [idle.user.id, 2],
      [owner.user.id, 4],
    ]);
    expect(rows.map((row) => [row.balance, row.profit, row.wins, row.losses, row.totalBets])).toEqual([
      [109_091, 9_091, 1, 0, 1],
      [100_000, 0, 0, 0, 1],
      [100_000, 0, 0, 0, 0],
      [95_000, -5_000, 0, 1, 1],
    ]);
    await expectLedgerBalances(world.database.db);
  });

  test('shows names of others but no more of their address than stands before the @', async () => {
    const friend = await world.member(league, 'Zoe');
    const rows = await rowsFor(owner);
    const [local] = friend.user.email.split('@');
    expect(rows.map((row) => row.user)).toEqual([
      { id: owner.user.id, firstName: owner.user.firstName, email: owner.user.email },
      { id: friend.user.id, firstName: 'Zoe', email: local },
    ]);
    const text = await (await owner.raw('GET', `/api/groups/${league.id}/leaderboard`)).text();
    expect(text).not.toContain(friend.user.email);
    expect(text).not.toMatch(/password|hash|emailNorm|isAdmin/i);
  });

  test('has available and pending on the caller’s own row alone', async () => {
    const friend = await world.member(league);
    await owner.call(placeBet, { body: aBet(league, await world.addGame(), '250') });
    for (const [viewer, own] of [
      [owner, { available: 75_000, pending: 25_000 }],
      [friend, { available: 100_000, pending: 0 }],
    ] as const) {
      const rows = await rowsFor(viewer);
      expect(rows.find((row) => row.user.id === viewer.user.id)).toMatchObject(own);
      for (const row of rows.filter((one) => one.user.id !== viewer.user.id)) {
        expect([Object.hasOwn(row, 'available'), Object.hasOwn(row, 'pending')]).toEqual([false, false]);
      }
    }
  });

  test('does not move for others by an open bet, nor while it is live', async () => {
    const friend = await world.member(league);
    const game = await world.addGame();
    const before = await rowsFor(friend);
    await owner.call(placeBet, { body: aBet(league, game, '999') });
    expect(await rowsFor(friend)).toEqual(before);
    await world.poll(live(game, 40, 0));
    expect(await rowsFor(friend)).toEqual(before);
    expect((await rowsFor(owner)).find((row) => row.user.id === owner.user.id)).toMatchObject({
      totalBets: 1,
      balance: 100_000,
    });
  });

  test('leaves removed members out', async () => {
    const friend = await world.member(league);
    await removeFrom(world.database.db, league, friend);
    expect((await rowsFor(owner)).map((row) => row.user.id)).toEqual([owner.user.id]);
  });

  test('hides that the league exists from everybody else, the removed included', async () => {
    const removed = await world.member(league);
    await removeFrom(world.database.db, league, removed);
    const notFound = { status: 404, body: { message: 'League not found', code: 'league-not-found' } };
    const nobodys = '0197f0a0-0000-7000-8000-000000000000';
    for (const [player, id] of [
      [await world.signUp(), league.id],
      [removed, league.id],
      [owner, nobodys],
    ] as const) {
      const response = await player.raw('GET', `/api/groups/${id}/leaderboard`);
      expect({ status: response.status, body: await response.json() }).toEqual(notFound);
    }
  });

  test.each(['1', 'null', 'undefined', '0197f0a0', "'%20or%20''='", '%2e%2e%2fbets', 'x'.repeat(300)])(
    'refuses the id %j before anybody asks the database',
    async (id) => {
      const response = await owner.raw('GET', `/api/groups/${id}/leaderboard`);
      expect([response.status, (await response.json()).code]).toEqual([400, 'bad-input']);
    },
  );

  test('needs a session, whatever the id', async () => {
    for (const id of [league.id, 'nonsense']) {
      const response = await world.visitor().raw('GET', `/api/groups/${id}/leaderboard`);
      expect([response.status, (await response.json()).message]).toEqual([401, 'Unauthorized']);
    }
  });
});
