import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login } from '#shared/api/auth.ts';
import { placeBet } from '#shared/api/bets.ts';
import { removeMember, updateGroup } from '#shared/api/groups.ts';
import { nameManager } from '#shared/api/league-roles.ts';
import { searchPeople } from '#shared/api/oversight.ts';
import { aBet } from '../testing/games.ts';
import { anAdmin } from '../testing/manual-odds.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let ada: Player;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.clear();
  ada = await anAdmin(world, 'Ada');
});

const search = async (query: string) => (await ada.call(searchPeople, { body: { query } })).reply;
const nothing = { user: null, league: null, isWhole: true };

/** Bob owns a league with an open bet and was removed from Ann's; he is signed in on two browsers. */
async function aScene() {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  const own = await world.league(bob, { name: 'Office Pool' });
  const left = await world.league(ann, { name: 'Sunday League' });
  await world.join(bob, left);
  await ann.call(removeMember, { params: { id: left.id, userId: bob.user.id } });
  await bob.call(placeBet, { body: aBet(own, await world.addGame(), '137') });
  await bob.call(updateGroup, { params: { id: own.id }, body: { announcement: 'canary-announcement' } });
  await world.visitor().call(login, { body: { email: bob.user.email, password: bob.password } });
  return { ann, bob, own, left };
}

describe('a user', () => {
  test('is found by the whole address and by the id, with the facts of the account', async () => {
    const { bob, own, left } = await aScene();
    const byAddress = await search(` ${bob.user.email.toUpperCase()}`);
    expect(byAddress.user).toEqual({
      id: bob.user.id,
      email: bob.user.email,
      firstName: 'Bob',
      lastName: 'Tester',
      username: null,
      isAdmin: false,
      createdAt: expect.any(String),
      sessions: 2,
      leagues: [
        { id: left.id, name: 'Sunday League', role: 'removed', state: 'open', joinedAt: expect.any(String) },
        { id: own.id, name: 'Office Pool', role: 'owner', state: 'open', joinedAt: expect.any(String) },
      ],
      leaguesInAll: 2,
      leaguesLeftOut: 0,
    });
    expect(await search(bob.user.id.toUpperCase())).toEqual(byAddress);
  });

  test('is shown as manager of a league that they help to run, until they are removed', async () => {
    const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
    const league = await world.league(ann);
    const { id } = league;
    const ofBob = { params: { id, userId: bob.user.id } };
    await world.join(bob, league);
    await ann.call(nameManager, ofBob);
    expect((await search(bob.user.id)).user?.leagues).toMatchObject([{ id, role: 'manager' }]);
    await ann.call(removeMember, ofBob);
    expect((await search(bob.user.id)).user?.leagues).toMatchObject([{ id, role: 'removed' }]);
  });

  test('is shown without bets, balances, secrets and the names of others', async () => {
    const { ann, bob, own } = await aScene();
    const answers = [
      await ada.raw('POST', searchPeople.path, { body: { query: bob.user.id } }),
      await ada.raw('POST', searchPeople.path, { body: { query: own.id } }),
    ];
    const text = (await Promise.all(answers.map((answer) => answer.text()))).join();
    expect(text).toContain('Office Pool');
    for (const secret of [own.joinCode, '"137', '"863', '"1000', 'canary', 'hash', 'sid', ann.user.email])
      expect(text).not.toContain(secret);
  });

  test('of many leagues is shown with the fifty joined last, and their number', async () => {
    const bob = await world.signUp('Bob');
    const { rows } = await world.database.pool.query<{ id: string }>(
      'select gen_random_uuid() as id from generate_series(1, 60)',
    );
    for (const [at, { id }] of rows.entries()) await join(bob, id, at);
    const { user } = await search(bob.user.email);
    expect([user?.leaguesInAll, user?.leagues.length]).toEqual([60, 50]);
    expect([user?.leagues[0]?.name, user?.leagues[49]?.name]).toEqual(['League 59', 'League 10']);
  });
});

/** A league of this id, which the player joined so many minutes after midnight. */
async function join({ user }: Player, id: string, minutes: number): Promise<void> {
  const { pool } = world.database;
  await pool.query('insert into leagues (id, name, owner_id) values ($1, $2, $3)', [id, `League ${minutes}`, user.id]);
  await pool.query('insert into memberships (user_id, league_id) values ($1, $2)', [user.id, id]);
  await pool.query(
    `insert into members (league_id, user_id, available_cents, joined_at)
     values ($1, $2, 0, timestamptz '2026-11-20' + $3::int * interval '1 minute')`,
    [id, user.id, minutes],
  );
}

describe('a league', () => {
  test('is found by its id, and not by its join code', async () => {
    const { bob, own } = await aScene();
    expect((await search(own.id)).league).toMatchObject({
      id: own.id,
      name: 'Office Pool',
      owner: { id: bob.user.id, name: 'Bob' },
      members: 1,
      state: 'open',
      season: 1,
      reveal: 'settled',
      endDate: own.endDate,
    });
    expect((await ada.call(searchPeople, { body: { query: own.joinCode } })).refusal?.code).toBe('bad-input');
  });

  test('is counted without who was removed', async () => {
    const { left } = await aScene();
    expect((await search(left.id)).league?.members).toBe(1);
  });
});

describe('a search', () => {
  test.each([
    'nobody@example.com',
    'bob@',
    '01936f3e-0000-7000-8000-000000000000',
    '00000000-0000-0000-0000-000000000000',
  ])('for %s finds nothing or is refused, and leaves no line', async (query) => {
    await aScene();
    const answer = await ada.call(searchPeople, { body: { query } });
    if (answer.status === 200) expect(answer.reply).toEqual(nothing);
    else expect(answer.refusal?.code).toBe('bad-input');
    const { rows } = await world.database.pool.query("select from audit_log where action like '%-shown'");
    expect(rows).toEqual([]);
  });

  test('finds nobody by a part of an address or a name', async () => {
    const { bob } = await aScene();
    expect(await search(bob.user.email.slice(1))).toEqual(nothing);
    expect((await ada.call(searchPeople, { body: { query: 'Bob' } })).status).toBe(400);
  });

  test('that shows somebody leaves a line of who was shown to whom', async () => {
    const { bob, own } = await aScene();
    await search(bob.user.email);
    await search(own.id);
    const { rows } = await world.database.pool.query(
      'select action, league_id, detail from audit_log where actor_id = $1 order by id',
      [ada.user.id],
    );
    expect(rows).toEqual([
      { action: 'user-shown', league_id: null, detail: { userId: bob.user.id } },
      { action: 'league-shown', league_id: own.id, detail: {} },
    ]);
  });
});
