import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { createGroup, type Group, joinGroup, listGroups } from '#shared/api/groups.ts';
import { instantOf } from '#shared/domain/eastern.ts';
import { joinCodeAlphabet } from '#shared/domain/join-code.ts';
import { aBet } from '../testing/games.ts';
import { removeFrom } from '../testing/leagues.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
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
    await expectLedgerBalances(world.database.db);
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
    const spring = instantOf('2040-03-11T03:00');
    const autumn = instantOf('2040-11-04T01:30');
    const body = aWish({ joinDeadline: spring?.toISOString(), endDate: autumn?.toISOString() });
    expect((await post(owner, '/api/groups', body)).body).toMatchObject({
      joinDeadline: '2040-03-11T07:00:00.000Z',
      endDate: '2040-11-04T05:30:00.000Z',
    });
    const offset = aWish({ joinDeadline: '2040-07-01T00:00:00-04:00', endDate: '2040-12-31T23:59:00-05:00' });
    expect((await post(owner, '/api/groups', offset)).body).toMatchObject({
      joinDeadline: '2040-07-01T04:00:00.000Z',
      endDate: '2041-01-01T04:59:00.000Z',
    });
  });

  test.each([
    ['a blank name', { name: '   ' }, 'Please enter a name for your league'],
    ['an invisible name', { name: '\u200b\u2800' }, 'Please enter a name for your league'],
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
  ])('stores the name %j as sent', async (name) => {
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
    await expectLedgerBalances(world.database.db);
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
    await expectLedgerBalances(world.database.db);
  });

  test('after the deadline still answers a member that they are one', async () => {
    await world.database.db.execute(sql`update leagues set join_deadline = ${inDays(-1)} where id = ${league.id}`);
    expect(await join(owner, league.joinCode)).toMatchObject({ status: 409, body: { code: 'already-member' } });
  });

  test('forty times at once makes one member with one grant', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => join(friend, league.joinCode)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(39).fill(409)]);
    const [entry] = (await friend.call(listGroups)).reply;
    expect(entry).toMatchObject({ memberCount: 2, balance: 100_000 });
    await expectLedgerBalances(world.database.db);
  });

  test('is over at the join deadline, for bets it is not', async () => {
    await world.join(friend, league);
    const late = await world.signUp();
    await world.database.db.execute(sql`update leagues set join_deadline = now() where id = ${league.id}`);
    expect(await join(late, league.joinCode)).toEqual({
      status: 409,
      body: { message: 'The join deadline for this league has passed', code: 'too-late' },
    });
    expect((await late.call(listGroups)).reply).toEqual([]);
    const game = await world.addGame();
    expect((await friend.call(placeBet, { body: aBet(league, game, '10') })).status).toBe(201);
  });

  test('is open for ever in a league without a deadline, until it ends', async () => {
    await world.database.db.execute(sql`update leagues set join_deadline = null where id = ${league.id}`);
    expect((await join(friend, league.joinCode)).body).toMatchObject({ joinDeadline: null });
    await world.database.db.execute(sql`update leagues set end_date = now() where id = ${league.id}`);
    expect(await join(await world.signUp(), league.joinCode)).toMatchObject({
      status: 409,
      body: { code: 'league-ended' },
    });
  });

  test('is closed to a member who was removed, before and after the deadline', async () => {
    await world.join(friend, league);
    await removeFrom(world.database.db, league, friend);
    for (const deadline of [inDays(1), inDays(-1)]) {
      await world.database.db.execute(sql`update leagues set join_deadline = ${deadline} where id = ${league.id}`);
      expect(await join(friend, league.joinCode)).toEqual({
        status: 403,
        body: { message: 'You were removed from this league', code: 'removed' },
      });
    }
    await expectLedgerBalances(world.database.db);
  });

  test('needs a session', async () => {
    const response = await world.visitor().raw('POST', '/api/groups/join', { body: { joinCode: league.joinCode } });
    expect([response.status, (await response.json()).message]).toEqual([401, 'Unauthorized']);
  });
});
