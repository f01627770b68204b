import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { createGroup, type Group, joinCodeAlphabet, joinGroup, leaderboard, listGroups } from '#shared/api/groups.ts';
import { instantOf } from '#shared/domain/eastern.ts';
import { expectWholeBooks, fundsOf } from '../testing/books.ts';
import { aBet, aGame, final, live, plainQuote } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

const day = 24 * 3_600_000;
const now = new Date();

let world: World;
let owner: Player;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp();
});
afterEach(() => {
  world.clock.now = now;
});

const inDays = (days: number) => new Date(now.getTime() + days * day).toISOString();

function aWish(changes: Record<string, unknown> = {}) {
  return { name: 'Sunday League', description: null, joinDeadline: inDays(1), endDate: inDays(30), ...changes };
}

async function post(player: Player, path: string, body: unknown) {
  const response = await player.raw('POST', path, { body });
  return { status: response.status, body: await response.json() };
}

async function countLeagues(): Promise<number> {
  const { rows } = await world.database.db.execute<{ count: number }>(sql`select count(*)::int as count from leagues`);
  return rows[0]?.count ?? Number.NaN;
}

const remove = (player: Player, league: Group) =>
  world.database.db.execute(sql`
    update members set removed_at = now() where league_id = ${league.id} and user_id = ${player.user.id}`);

async function aMember(league: Group, name?: string): Promise<Player> {
  const player = await world.signUp(name);
  await world.join(player, league);
  return player;
}

describe('creating a league', () => {
  test('makes the creator its owner and first member, with the starting balance', async () => {
    const { status, reply } = await owner.call(createGroup, {
      body: aWish({ name: '  The Office  ', description: ' Fun ' }),
    });
    expect(status).toBe(201);
    expect(reply).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'The Office',
      description: 'Fun',
      joinCode: expect.stringMatching(new RegExp(`^[${joinCodeAlphabet}]{6}$`)),
      joinDeadline: inDays(1),
      endDate: inDays(30),
      ownerId: owner.user.id,
      allowedSports: 'ALL',
      reveal: 'settled',
      state: 'open',
    });
    expect(await fundsOf(world.database.db, reply.id, owner.user.id)).toEqual({ available: 100_000, pending: 0 });
    await expectWholeBooks(world.database.db);
  });

  test.each(['ALL', 'NFL', 'MLB', 'CFB', 'Soccer', 'NBA', 'Hockey'])(
    'takes %s as its sports',
    async (allowedSports) => {
      expect((await post(owner, '/api/groups', aWish({ allowedSports }))).body).toMatchObject({ allowedSports });
    },
  );

  test('takes an empty description as none', async () => {
    for (const description of ['', '   ', null, undefined]) {
      expect((await post(owner, '/api/groups', aWish({ description }))).body.description).toBeNull();
    }
  });

  test('takes instants as they are, on both sides of a change of the clocks and with any offset', async () => {
    const spring = instantOf('2027-03-14T03:00');
    const autumn = instantOf('2027-11-07T01:30');
    const body = aWish({ joinDeadline: spring?.toISOString(), endDate: autumn?.toISOString() });
    expect((await post(owner, '/api/groups', body)).body).toMatchObject({
      joinDeadline: '2027-03-14T07:00:00.000Z',
      endDate: '2027-11-07T05:30:00.000Z',
    });
    const offset = aWish({ joinDeadline: '2027-07-01T00:00:00-04:00', endDate: '2027-12-31T23:59:00-05:00' });
    expect((await post(owner, '/api/groups', offset)).body).toMatchObject({
      joinDeadline: '2027-07-01T04:00:00.000Z',
      endDate: '2028-01-01T04:59:00.000Z',
    });
  });

  test.each([
    ['a blank name', { name: '   ' }, 'Please enter a name for your league'],
    ['no join deadline', { joinDeadline: undefined }, 'Please set a join deadline for your league'],
    ['an empty join deadline', { joinDeadline: '' }, 'Please set a join deadline for your league'],
    ['no end date', { endDate: null }, 'Please set an end date for your league'],
    ['an empty end date', { endDate: '' }, 'Please set an end date for your league'],
    ['a join deadline that is over', { joinDeadline: inDays(-1) }, 'The join deadline must be in the future'],
    ['a join deadline that is now', { joinDeadline: now.toISOString() }, 'The join deadline must be in the future'],
    ['both dates over', { joinDeadline: inDays(-2), endDate: inDays(-1) }, 'The join deadline must be in the future'],
    ['an end date that is over', { endDate: inDays(-1) }, 'The end date must be in the future'],
    [
      'an end before the deadline',
      { joinDeadline: inDays(3), endDate: inDays(2) },
      'The end date must be after the join deadline',
    ],
    [
      'both dates the same',
      { joinDeadline: inDays(3), endDate: inDays(3) },
      'The end date must be after the join deadline',
    ],
    ['a name of 61 characters', { name: 'n'.repeat(61) }, 'name: must be at most 60 characters'],
    ['a description of 501', { description: 'd'.repeat(501) }, 'description: must be at most 500 characters'],
    ['a NUL in the name', { name: 'a\u0000b' }, 'name: contains characters that cannot be stored'],
    [
      'a lone surrogate in the description',
      { description: '\ud83c' },
      'description: contains characters that cannot be stored',
    ],
  ])('refuses %s in words', async (_name, changes, message) => {
    const before = await countLeagues();
    expect(await post(owner, '/api/groups', aWish(changes))).toEqual({
      status: 400,
      body: { message, code: 'bad-input' },
    });
    expect(await countLeagues()).toBe(before);
  });

  test.each([
    { name: null },
    { name: 7 },
    { name: ['a'] },
    { name: undefined },
    { joinDeadline: null },
    { joinDeadline: undefined },
    { joinDeadline: '' },
    { joinDeadline: 'tomorrow' },
    { joinDeadline: '2027-01-01' },
    { joinDeadline: '2027-01-01T00:00' },
    { joinDeadline: 1_800_000_000_000 },
    { endDate: null },
    { endDate: '2027-02-30T00:00:00Z' },
    { endDate: '9999-12-31T00:00:00Z' },
    { endDate: '+275760-09-13T00:00:00Z' },
    { allowedSports: 'Cricket' },
    { allowedSports: ['NFL'] },
    { allowedSports: null },
    { reveal: 'always' },
    { description: 5 },
  ])('refuses %j', async (changes) => {
    const before = await countLeagues();
    expect(await post(owner, '/api/groups', aWish(changes))).toMatchObject({
      status: 400,
      body: { code: 'bad-input' },
    });
    expect(await countLeagues()).toBe(before);
  });

  test('takes nothing from the body that is not the creator’s to choose', async () => {
    const other = await world.signUp();
    const { body } = await post(
      owner,
      '/api/groups',
      aWish({
        id: other.user.id,
        ownerId: other.user.id,
        joinCode: 'AAAAAA',
        state: 'final',
        balance: '9999',
        members: [other.user.id],
      }),
    );
    expect(body).toMatchObject({ ownerId: owner.user.id, state: 'open' });
    expect([body.id === other.user.id, body.joinCode === 'AAAAAA']).toEqual([false, false]);
    expect((await other.call(listGroups)).reply).toEqual([]);
  });

  test('gives every league a code of its own', async () => {
    const leagues = await Promise.all(Array.from({ length: 30 }, () => world.league(owner)));
    expect(new Set(leagues.map((league) => league.joinCode)).size).toBe(30);
  });

  test.each([
    "Robert'); drop table leagues;--",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '%00',
    '../../etc/passwd',
    '🏈 Élan',
  ])('keeps the name %j as it was written', async (name) => {
    expect((await post(owner, '/api/groups', aWish({ name }))).body.name).toBe(name);
  });
});

describe('joining a league', () => {
  let league: Group;
  let friend: Player;

  beforeEach(async () => {
    league = await world.league(owner);
    friend = await world.signUp();
  });

  const join = (player: Player, joinCode: unknown) => post(player, '/api/groups/join', { joinCode });

  test('answers the league and grants the starting balance', async () => {
    const { status, reply } = await friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    expect([status, reply]).toEqual([200, league]);
    expect(await fundsOf(world.database.db, league.id, friend.user.id)).toEqual({ available: 100_000, pending: 0 });
    await expectWholeBooks(world.database.db);
  });

  test('takes the code trimmed and in any case', async () => {
    expect((await join(friend, `  ${league.joinCode.toLowerCase()}\n`)).status).toBe(200);
  });

  test.each(['AAAAAA', 'AAAAA', 'O0I1L!', "' or ''='", '💥💥💥', 'ﬀﬀﬀ'])(
    'knows no league with the code %j',
    async (code) => {
      expect(await join(friend, code)).toEqual({
        status: 404,
        body: { message: 'No league has this join code', code: 'unknown-code' },
      });
    },
  );

  test.each(['', '   '])('asks for a code instead of %j', async (code) => {
    expect(await join(friend, code)).toMatchObject({
      status: 400,
      body: { message: 'Please enter a league join code' },
    });
  });

  test.each([null, undefined, 123456, ['ABCDEF'], { code: 'ABCDEF' }, 'A'.repeat(21), 'ABC\u0000DE', '\ud800'])(
    'refuses %j as a code',
    async (code) => {
      expect(await join(friend, code)).toMatchObject({ status: 400, body: { code: 'bad-input' } });
    },
  );

  test('twice is refused and never a second grant', async () => {
    await join(friend, league.joinCode);
    for (const player of [friend, owner]) {
      expect(await join(player, league.joinCode)).toEqual({
        status: 409,
        body: { message: 'You are already a member of this league', code: 'already-member' },
      });
      expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 100_000, pending: 0 });
    }
    await expectWholeBooks(world.database.db);
  });

  test('after the deadline still tells a member that they are one', async () => {
    await world.database.db.execute(sql`update leagues set join_deadline = ${inDays(-1)} where id = ${league.id}`);
    expect(await join(owner, league.joinCode)).toMatchObject({ status: 409, body: { code: 'already-member' } });
  });

  test('forty times at once makes one member with one grant', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => join(friend, league.joinCode)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(39).fill(409)]);
    const [entry] = (await friend.call(listGroups)).reply;
    expect(entry).toMatchObject({ memberCount: 2, balance: 100_000 });
    await expectWholeBooks(world.database.db);
  });

  test('is over at the join deadline, for bets it is not', async () => {
    world.clock.now = new Date(Date.parse(league.joinDeadline ?? '') - 1);
    await world.join(friend, league);
    world.clock.now = new Date(Date.parse(league.joinDeadline ?? ''));
    const late = await world.signUp();
    expect(await join(late, league.joinCode)).toEqual({
      status: 409,
      body: { message: 'The join deadline for this league has passed', code: 'too-late' },
    });
    expect((await late.call(listGroups)).reply).toEqual([]);
    world.clock.now = now;
    const game = await world.listed();
    await world.database.db.execute(sql`
      update leagues set join_deadline = now() - interval '1 minute' where id = ${league.id}`);
    expect((await friend.call(placeBet, { body: aBet(league, game, '10') })).status).toBe(201);
  });

  test('is open for ever in a league without a deadline, until it ends', async () => {
    await world.database.db.execute(sql`update leagues set join_deadline = null where id = ${league.id}`);
    expect((await join(friend, league.joinCode)).body).toMatchObject({ joinDeadline: null });
    world.clock.now = new Date(Date.parse(league.endDate ?? ''));
    expect(await join(await world.signUp(), league.joinCode)).toMatchObject({
      status: 409,
      body: { code: 'league-ended' },
    });
  });

  test('is closed to a member who was removed, before and after the deadline', async () => {
    await world.join(friend, league);
    await remove(friend, league);
    for (const deadline of [inDays(1), inDays(-1)]) {
      await world.database.db.execute(sql`update leagues set join_deadline = ${deadline} where id = ${league.id}`);
      expect(await join(friend, league.joinCode)).toEqual({
        status: 403,
        body: { message: 'You were removed from this league', code: 'removed' },
      });
    }
    await expectWholeBooks(world.database.db);
  });

  test('needs a session', async () => {
    const response = await world.visitor().raw('POST', '/api/groups/join', { body: { joinCode: league.joinCode } });
    expect([response.status, (await response.json()).message]).toEqual([401, 'Unauthorized']);
  });
});

describe('the list of leagues', () => {
  test('has the leagues of the caller alone, in the order of joining, with members and own money', async () => {
    const first = await world.league(owner, { name: 'First' });
    const other = await world.signUp();
    const second = await world.league(other, { name: 'Second', allowedSports: 'NFL' });
    await world.league(other, { name: 'Not mine' });
    await world.join(owner, second);
    await world.join(other, first);
    await owner.call(placeBet, { body: aBet(second, await world.listed(), '250') });

    expect((await owner.call(listGroups)).reply).toEqual([
      {
        group: expect.objectContaining({ id: first.id, joinCode: first.joinCode }),
        memberCount: 2,
        displayName: null,
        balance: 100_000,
        available: 100_000,
        pending: 0,
      },
      {
        group: expect.objectContaining({ id: second.id, ownerId: other.user.id, allowedSports: 'NFL' }),
        memberCount: 2,
        displayName: null,
        balance: 100_000,
        available: 75_000,
        pending: 25_000,
      },
    ]);
  });

  test('is empty for who is in none', async () => {
    expect((await owner.call(listGroups)).reply).toEqual([]);
  });

  test('loses a league at once for a member who is removed, who no longer counts', async () => {
    const league = await world.league(owner);
    const friend = await aMember(league);
    await remove(friend, league);
    expect((await friend.call(listGroups)).reply).toEqual([]);
    expect((await owner.call(listGroups)).reply[0]?.memberCount).toBe(1);
  });

  test('says where each league stands in its life', async () => {
    const league = await world.league(owner, { joinDeadline: inDays(1), endDate: inDays(2) });
    const game = await world.listed();
    await owner.call(placeBet, { body: aBet(league, game, '10') });
    const state = async () => (await owner.call(listGroups)).reply[0]?.group.state;
    expect(await state()).toBe('open');
    world.clock.now = new Date(now.getTime() + 2 * day);
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

  const board = async (player: Player) => (await player.call(leaderboard, { params: { id: league.id } })).reply;

  test('starts with everybody first at 1,000', async () => {
    const friend = await aMember(league);
    expect((await board(owner)).map(({ user, ...row }) => [user.id, row.rank, row.balance, row.profit])).toEqual([
      [owner.user.id, 1, 100_000, 0],
      [friend.user.id, 1, 100_000, 0],
    ]);
  });

  test('ranks by settled money, ties together: 1, 2, 2, 4', async () => {
    const [winner, backer, idle] = [await aMember(league), await aMember(league), await aMember(league)];
    const game = await world.listed();
    await winner.call(placeBet, { body: aBet(league, game, '100') });
    await owner.call(placeBet, { body: aBet(league, game, '50', 'spread', 'away') });
    const push = aGame({ quote: { ...plainQuote, spreadHome: -3, spreadAway: 3 } });
    await world.poll(push);
    await backer.call(placeBet, { body: aBet(league, push, '400') });
    await world.finish(final(game, 24, 10), final(push, 23, 20));

    const rows = await board(winner);
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
    await expectWholeBooks(world.database.db);
  });

  test('shows names of others but no more of their address than stands before the @', async () => {
    const friend = await aMember(league, 'Zoe');
    const rows = await board(owner);
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
    const friend = await aMember(league);
    await owner.call(placeBet, { body: aBet(league, await world.listed(), '250') });
    for (const [viewer, own] of [
      [owner, { available: 75_000, pending: 25_000 }],
      [friend, { available: 100_000, pending: 0 }],
    ] as const) {
      const rows = await board(viewer);
      expect(rows.find((row) => row.user.id === viewer.user.id)).toMatchObject(own);
      for (const row of rows.filter((one) => one.user.id !== viewer.user.id)) {
        expect([Object.hasOwn(row, 'available'), Object.hasOwn(row, 'pending')]).toEqual([false, false]);
      }
    }
  });

  test('does not move for others by an open bet, nor while it is live', async () => {
    const friend = await aMember(league);
    const game = await world.listed();
    const before = await board(friend);
    await owner.call(placeBet, { body: aBet(league, game, '999') });
    expect(await board(friend)).toEqual(before);
    await world.poll(live(game, 40, 0));
    expect(await board(friend)).toEqual(before);
    expect((await board(owner)).find((row) => row.user.id === owner.user.id)).toMatchObject({
      totalBets: 1,
      balance: 100_000,
    });
  });

  test('forgets who was removed', async () => {
    const friend = await aMember(league);
    await remove(friend, league);
    expect((await board(owner)).map((row) => row.user.id)).toEqual([owner.user.id]);
  });

  test('hides that the league exists from everybody else, the removed included', async () => {
    const removed = await aMember(league);
    await remove(removed, league);
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
