import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import {
  type Group,
  joinGroup,
  listGroups,
  regenerateCode,
  regenerateCodeByPost,
  removeMember,
  updateGroup,
} from '#shared/api/groups.ts';
import { joinCodeAlphabet } from '#shared/domain/join-code.ts';
import { aBet, aGame } from '../testing/games.ts';
import { endLeague } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { repeat, strictWorld, tally } from '../testing/limits.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { finalizeLeagues } from './standings.ts';

let world: World;
let owner: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  owner = await world.signUp();
  league = await world.league(owner, { joinDeadline: inDays(1), endDate: inDays(30), description: 'As it was' });
});

const inDays = (days: number) => new Date(world.clock.now.getTime() + days * 24 * 3_600_000).toISOString();

/** The league as its owner's list has it. */
async function shown(): Promise<Group | undefined> {
  const { reply } = await owner.call(listGroups);
  return reply.find(({ group }) => group.id === league.id)?.group;
}

async function patch(player: Player, body: unknown, id = league.id) {
  const response = await player.raw('PATCH', `/api/groups/${id}`, { body });
  return { status: response.status, body: await response.json() };
}

describe('the settings of a league', () => {
  test.each([
    [{ name: '  Monday  ' }, { name: 'Monday' }],
    [{ description: ' New ' }, { description: 'New' }],
    [{ description: '  ' }, { description: null }],
    [{ description: null }, { description: null }],
    [{ allowedSports: 'NBA' }, { allowedSports: 'NBA' }],
    [{ reveal: 'started' }, { reveal: 'started' }],
    [{ joinDeadline: null }, { joinDeadline: null }],
    [{ endDate: null }, { endDate: null }],
    [
      { joinDeadline: null, endDate: null },
      { joinDeadline: null, endDate: null },
    ],
    [{ endDate: '2190-12-31T23:59:00-05:00' }, { endDate: '2191-01-01T04:59:00.000Z' }],
    [{}, {}],
  ])('change by %j, and nothing else with it', async (wanted, changed) => {
    const answer = await patch(owner, wanted);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ ...league, ...changed });
    expect(await shown()).toEqual({ ...league, ...changed });
  });

  test('stand with the announcement and its time, which other settings leave as it is', async () => {
    const text = 'Wings at mine,\nkick-off at 1';
    expect((await patch(owner, { announcement: `  ${text} ` })).status).toBe(200);
    const announcement = { text, at: expect.any(String) };
    expect(await shown()).toEqual({ ...league, announcement });
    const before = await shown();
    expect(new Date(before?.announcement?.at ?? 0).getTime()).toBeGreaterThan(Date.now() - 60_000);

    for (const body of [{ name: 'Monday' }, { announcement: text }])
      expect((await patch(owner, body)).status).toBe(200);
    expect(await shown()).toEqual({ ...before, name: 'Monday' });
    for (const taken of [null, ' \u200b ']) {
      await patch(owner, { announcement: text });
      expect((await patch(owner, { announcement: taken })).status).toBe(200);
      expect(await shown()).toEqual({ ...league, name: 'Monday' });
    }
  });

  test('change all at once, also from no dates at all', async () => {
    await owner.call(updateGroup, { params: { id: league.id }, body: { joinDeadline: null, endDate: null } });
    const body = {
      name: 'Whole',
      description: null,
      joinDeadline: inDays(2),
      endDate: inDays(3),
      allowedSports: 'Soccer',
      reveal: 'started',
    } as const;
    const { reply } = await owner.call(updateGroup, { params: { id: league.id }, body });
    expect(reply).toEqual({ ...league, ...body });
  });

  test('never take what is not the owner’s to choose', async () => {
    const other = await world.signUp();
    const { status } = await patch(owner, {
      ...{ id: other.user.id, ownerId: other.user.id, joinCode: 'AAAAAA', state: 'final', createdAt: inDays(-9) },
      ...{ finalizedAt: inDays(-1), finalized_at: inDays(-1), champions: [], openBets: 3 },
    });
    expect(status).toBe(200);
    expect(await shown()).toEqual(league);
  });

  test.each([
    [{ name: '   ' }, 'Please enter a name for your league'],
    [{ name: '\u200b\u2800' }, 'Please enter a name for your league'],
    [{ name: 'n'.repeat(61) }, 'name: must be at most 60 characters'],
    [{ description: 'd'.repeat(501) }, 'description: must be at most 500 characters'],
    [{ announcement: 'a'.repeat(281) }, 'announcement: must be at most 280 characters'],
    [{ joinDeadline: -1 }, 'The join deadline must be in the future'],
    [{ joinDeadline: 0 }, 'The join deadline must be in the future'],
    [{ endDate: -1 }, 'The end date must be in the future'],
    [{ endDate: 0 }, 'The end date must be in the future'],
    [{ endDate: 0.5 }, 'The end date must be after the join deadline'],
    [{ endDate: 1 }, 'The end date must be after the join deadline'],
    [{ joinDeadline: 30 }, 'The end date must be after the join deadline'],
    [{ joinDeadline: 40, endDate: 35 }, 'The end date must be after the join deadline'],
  ])('refuse %j in words, dates in days from now', async (wanted, message) => {
    const body = Object.fromEntries(
      Object.entries(wanted).map(([key, value]) => [key, typeof value === 'number' ? inDays(value) : value]),
    );
    expect(await patch(owner, body)).toEqual({ status: 400, body: { message, code: 'bad-input' } });
    expect(await shown()).toEqual(league);
  });

  test.each([
    ...[null, 7, [], {}, 'a\u0000b', '\ud800'].map((name) => ({ name })),
    ...[7, [], {}, 'a\u0000b', '\udfff'].map((description) => ({ description })),
    ...[7, [], {}, 'a\u0000b', '\udfff'].map((announcement) => ({ announcement })),
    ...['', 0, true, [], {}, 'soon', '2027-02-30T00:00:00Z', '9999-01-01T00:00:00Z'].map((endDate) => ({ endDate })),
    ...['', 1e20, 'NaN', '2027-01-01', '2027-01-01T00:00'].map((joinDeadline) => ({ joinDeadline })),
    ...[null, '', 'all', 'Cricket', ['NFL'], 1].map((allowedSports) => ({ allowedSports })),
    ...[null, '', 'always', true].map((reveal) => ({ reveal })),
  ])('refuse %j', async (body) => {
    expect(await patch(owner, body)).toMatchObject({ status: 400, body: { code: 'bad-input' } });
    expect(await shown()).toEqual(league);
  });

  test.each(['[]', '"name"', '7', '{'])('refuse the body %s', async (body) => {
    const response = await owner.raw('PATCH', `/api/groups/${league.id}`, { body });
    expect(response.status).toBe(400);
    expect(await shown()).toEqual(league);
  });
});

describe('a date that has passed', () => {
  test('stays accepted as it is, in whatever form it is written', async () => {
    await endLeague(world.database.db, league);
    const before = await shown();
    for (const form of [(text: string) => text, (text: string) => text.replace('Z', '+00:00')]) {
      const dates = { joinDeadline: form(before?.joinDeadline ?? ''), endDate: form(before?.endDate ?? '') };
      expect((await patch(owner, { ...dates, name: 'Renamed' })).status).toBe(200);
    }
    expect(await shown()).toEqual({ ...before, name: 'Renamed' });
  });

  test('of joining may be moved into the future, and opens the league again', async () => {
    const friend = await world.signUp();
    await world.database.pool.query('update leagues set join_deadline = now() where id = $1', [league.id]);
    const join = () => friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    expect((await join()).refusal).toMatchObject({ code: 'too-late' });
    expect((await patch(owner, { joinDeadline: inDays(3) })).status).toBe(200);
    expect((await join()).status).toBe(200);
  });

  test('of the end is fixed, whether the standings are frozen or not', async () => {
    await endLeague(world.database.db, league);
    const fixed = {
      status: 409,
      body: { message: 'This league has ended, so its end date is fixed', code: 'league-ended' },
    };
    const refuseAll = async () => {
      for (const endDate of [inDays(1), inDays(-1), null]) expect(await patch(owner, { endDate })).toEqual(fixed);
    };
    await refuseAll();
    await finalizeLeagues(world.database);
    await refuseAll();
    expect(await shown()).toMatchObject({ state: 'final' });
    expect((await patch(owner, { joinDeadline: inDays(1) })).status).toBe(400);
  });
});

describe('the right to manage', () => {
  const calls = [
    ['PATCH', ''],
    ['PATCH', '/regenerate-code'],
    ['POST', '/regenerate-code'],
    ['DELETE', ''],
    ['DELETE', '/members/0197f0a0-0000-7000-8000-000000000000'],
  ] as const;

  test.each(calls)(
    'is for those who run it, before anything else is judged: %s /api/groups/:id%s',
    async (method, rest) => {
      const [member, removed, outsider] = [await world.signUp(), await world.signUp(), await world.signUp()];
      await world.join(member, league);
      await world.join(removed, league);
      await owner.call(removeMember, { params: { id: league.id, userId: removed.user.id } });
      const before = await shown();
      const nobodys = '0197f0a0-0000-7000-8000-000000000000';
      for (const [visitor, id, status, code] of [
        [world.visitor(), league.id, 401, 'unauthorized'],
        [outsider, league.id, 404, 'league-not-found'],
        [removed, league.id, 404, 'league-not-found'],
        [owner, nobodys, 404, 'league-not-found'],
        [owner, 'nonsense', 400, 'bad-input'],
        [member, league.id, 403, 'not-owner'],
      ] as const) {
        const body = method === 'DELETE' ? undefined : { name: 5 };
        const response = await visitor.raw(method, `/api/groups/${id}${rest}`, { body });
        expect([response.status, (await response.json()).code]).toEqual([status, code]);
      }
      expect(await shown()).toEqual(before);
    },
  );
});

describe('a new join code', () => {
  test.each([
    ['PATCH', regenerateCode],
    ['POST', regenerateCodeByPost],
  ])('by %s kills the old one at once', async (_method, endpoint) => {
    const friend = await world.signUp();
    const { reply } = await owner.call(endpoint, { params: { id: league.id } });
    expect(reply).toEqual({ joinCode: expect.stringMatching(new RegExp(`^[${joinCodeAlphabet}]{6}$`)) });
    expect(reply.joinCode).not.toBe(league.joinCode);
    const old = await friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    expect([old.status, old.refusal?.code]).toEqual([404, 'unknown-code']);
    expect((await friend.call(joinGroup, { body: reply })).reply).toEqual({ ...league, joinCode: reply.joinCode });
    expect(await shown()).toMatchObject(reply);
  });

  test('refuses a join that was waiting with the old one', async () => {
    const friend = await world.signUp();
    const lock = await lockElsewhere(world.database, 'select 1 from leagues where id = $1 for update', [league.id]);
    const joining = friend.call(joinGroup, { body: { joinCode: league.joinCode } });
    await untilWaiting(world.database);
    await lock.run("update join_codes set code = 'ZZZZZZ' where league_id = $1", [league.id]);
    await lock.release();
    expect((await joining).refusal).toMatchObject({ code: 'unknown-code' });
    expect((await friend.call(listGroups)).reply).toEqual([]);
    await expectLedgerBalances(world.database.db);
  });

  test('twenty times at once leaves one, the one that is shown', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => owner.call(regenerateCode, { params: { id: league.id } })),
    );
    const codes = answers.map(({ reply }) => reply.joinCode);
    expect(new Set(codes).size).toBe(20);
    expect(codes).toContain((await shown())?.joinCode);
    const { rows } = await world.database.pool.query('select code from join_codes where league_id = $1', [league.id]);
    expect(rows).toEqual([{ code: (await shown())?.joinCode }]);
  });
});

describe('settings and bets at once', () => {
  test('a change waits for the bet in flight and applies to every later one', async () => {
    const game = aGame();
    await world.poll(game);
    const bet = () => owner.call(placeBet, { body: aBet(league, game, '10') });
    const lock = await lockElsewhere(
      world.database,
      'select 1 from members where league_id = $1 and user_id = $2 for update',
      [league.id, owner.user.id],
    );
    const inFlight = bet();
    await untilWaiting(world.database);
    const changing = patch(owner, { allowedSports: 'MLB' });
    await untilWaiting(world.database, 2);
    await lock.release();
    expect([(await inFlight).status, (await changing).status]).toEqual([201, 200]);
    expect((await bet()).refusal).toMatchObject({ code: 'sport-not-allowed' });
    await expectLedgerBalances(world.database.db);
  });

  test('never block each other: sixty bets and eight changes all go through', async () => {
    const game = aGame();
    await world.poll(game);
    const bets = Array.from({ length: 60 }, () => owner.call(placeBet, { body: aBet(league, game, '10') }));
    const changes = Array.from({ length: 8 }, (_, at) =>
      patch(owner, { name: `Name ${at}`, endDate: inDays(40 + at) }),
    );
    expect(new Set((await Promise.all(bets)).map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
    await expectLedgerBalances(world.database.db);
  });
});

test('an owner announces ten times an hour, in all leagues together; other settings are not counted', async () => {
  const strict = await strictWorld({}, () => undefined);
  const ann = await strict.signUp('Ann');
  const [one, two] = [await strict.league(ann), await strict.league(ann)];
  const announce = (at: number) =>
    ann.call(updateGroup, { params: { id: (at % 2 ? one : two).id }, body: { announcement: `Round ${at}` } });
  expect(tally(await repeat(12, announce))).toEqual({ 200: 10, 429: 2 });
  expect((await ann.call(updateGroup, { params: { id: one.id }, body: { name: 'Monday' } })).status).toBe(200);
  await strict.drop();
});
