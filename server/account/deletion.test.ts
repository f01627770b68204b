import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser, forgotPassword, login, register, resetPassword } from '#shared/api/auth.ts';
import { placeBet } from '#shared/api/bets.ts';
import { askEmailChange } from '#shared/api/email-change.ts';
import {
  deleteGroup,
  type Group,
  groupBets,
  joinGroup,
  leaderboard,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { nameManager, offerLeague } from '#shared/api/league-roles.ts';
import { changeNoticeSettings } from '#shared/api/notice-settings.ts';
import { deleteAccount } from '#shared/api/own-account.ts';
import { addPushDevice } from '#shared/api/push.ts';
import { setReaction } from '#shared/api/remark-calls.ts';
import { leagueSeries } from '#shared/api/seasons.ts';
import { calendarPathOf } from '../testing/calendar.ts';
import { aBet, final } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { aRecap, mailTo } from '../testing/letters.ts';
import { deliveredTo, lettersTo, resetTokensTo } from '../testing/mail.ts';
import { write } from '../testing/notices.ts';
import { wrongCredentials } from '../testing/sign-up.ts';
import { endForGood } from '../testing/standings.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { findUser } from '../users/store.ts';
import { deleteAccountOf, finishDeletions } from './deletion.ts';

let world: World;
let owner: Player;
let zebedee: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld({ PUSH_SERVICES: 'http://127.0.0.1:5055' });
});
afterAll(() => world.drop());
beforeEach(async () => {
  await world.clear();
  owner = await world.signUp('Olga');
  zebedee = await world.signUp('Zebedee');
  league = await world.league(owner);
  await world.join(zebedee, league);
});

const ofLeague = () => ({ params: { id: league.id } });
const signIn = ({ user, password }: Player, visitor = world.visitor()) =>
  visitor.call(login, { body: { email: user.email, password } });

/** Deletes the account of a player, and waits until the leagues are left. */
async function remove(player: Player, password = player.password) {
  const answer = await player.call(deleteAccount, { body: { password } });
  await world.idle();
  return answer;
}

/** The tables of the database with a row in which the text stands, whatever its case. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await world.database.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await world.database.pool.query(`select from ${name} t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

describe('a deletion', () => {
  test('leaves nothing personal in any table, and the id where leagues need it', async () => {
    const phone = world.visitor();
    await signIn(zebedee, phone);
    await zebedee.call(setDisplayName, { ...ofLeague(), body: { displayName: 'The Quagga' } });
    const { body: device } = aSubscription();
    await zebedee.call(addPushDevice, { body: device });
    await calendarPathOf(zebedee);
    await mailTo(world, zebedee, 'recap');
    await zebedee.call(changeNoticeSettings, { body: { push: { joined: true }, timeZone: 'Pacific/Chatham' } });
    await write(world, aRecap(zebedee.user.id, league.id));
    await phone.call(forgotPassword, { body: { email: zebedee.user.email } });
    await world.idle();
    const lost = await world.addGame();
    await zebedee.call(placeBet, { body: { ...aBet(league, lost, '100'), note: 'Quaggas win' } });
    const { reply: bet } = await owner.call(placeBet, { body: aBet(league, lost, '100') });
    await world.finish(final(lost, 0, 30));
    const ofBet = { params: { ...ofLeague().params, ticketId: bet.remarks?.ticketId ?? '' } };
    expect((await zebedee.call(setReaction, { ...ofBet, body: { reaction: 'ouch' } })).status).toBe(200);
    await zebedee.call(placeBet, { body: aBet(league, await world.addGame(), '50') });
    const personal = ['zebedee', 'quagga', 'chatham', device.endpoint];
    for (const text of personal) expect([text, await tablesWith(text)]).not.toEqual([text, []]);

    expect((await remove(zebedee)).reply).toEqual({ message: 'Your account is deleted' });
    for (const text of personal) expect([text, await tablesWith(text)]).toEqual([text, []]);
    expect(await tablesWith(zebedee.user.id)).toEqual([
      ...['account_deletions', 'audit_log', 'changes', 'ledger', 'members', 'rate_limits', 'tickets', 'users'],
    ]);
    await expectLedgerBalances(world.database.db);
  });

  test('leaves the log and awards of leagues by the id, and ends requests, offers, roles and changes of address', async () => {
    const { id } = zebedee.user;
    const { pool } = world.database;
    const asked = await world.league(owner);
    await owner.call(updateGroup, { params: { id: asked.id }, body: { approvesJoins: true } });
    await zebedee.call(askToJoin, { body: { joinCode: asked.joinCode } });
    await owner.call(nameManager, { params: { id: league.id, userId: id } });
    await owner.call(offerLeague, { ...ofLeague(), body: { userId: id } });
    await zebedee.call(askEmailChange, { body: { email: 'quagga@example.com', password: zebedee.password } });
    await pool.query(
      `insert into email_undos values ('okapi@example.com', 'okapi@example.com', gen_random_uuid(), $1, now() + interval '1 hour')`,
      [id],
    );
    await pool.query(
      `insert into awards (league_id, user_id, kind, week, facts) values ($1, $2, 'week-won', 1, '{}')`,
      [league.id, id],
    );
    expect(await tablesWith(id)).toEqual(
      expect.arrayContaining(['awards', 'email_changes', 'email_undos', 'join_requests', 'league_log', 'leagues']),
    );
    await remove(zebedee);
    for (const text of ['zebedee', 'quagga', 'okapi']) expect([text, await tablesWith(text)]).toEqual([text, []]);
    const byId = ['account_deletions', 'audit_log', 'awards', 'changes', 'league_log', 'ledger', 'members', 'users'];
    expect((await tablesWith(id)).filter((name) => name !== 'rate_limits')).toEqual(byId);
    const { rows } = await pool.query('select is_manager from members where user_id = $1', [id]);
    expect(rows).toEqual([{ is_manager: false }]);
    await expectLedgerBalances(world.database.db);
  });

  test('leaves results under "Former member" in every season', async () => {
    const game = await world.addGame();
    await zebedee.call(setDisplayName, { ...ofLeague(), body: { displayName: 'The Quagga' } });
    await zebedee.call(placeBet, { body: aBet(league, game, '100') });
    await world.finish(final(game, 30, 0));
    await endForGood(world.database, league);
    await remove(zebedee);
    const rows = (await owner.call(leaderboard, ofLeague())).reply;
    expect(rows.map(({ user, displayName, balance }) => [user.firstName, user.email, displayName, balance])).toEqual([
      ['Former member', '', null, 109_091],
      ['Olga', owner.user.email, null, 100_000],
    ]);
    const { table, seasons } = (await owner.call(leagueSeries, ofLeague())).reply;
    expect(table[0]).toMatchObject({ userId: zebedee.user.id, name: 'Former member', titles: 1 });
    expect(seasons[0]?.champions).toMatchObject([{ name: 'Former member' }]);
    expect((await owner.call(groupBets, ofLeague())).reply).toMatchObject([
      { userId: zebedee.user.id, displayName: 'Former member', user: { firstName: 'Former member', lastName: null } },
    ]);
  });

  test('takes the person off the rows of a league that goes on, and lets open bets settle', async () => {
    const game = await world.addGame();
    await zebedee.call(placeBet, { body: aBet(league, game, '100') });
    await remove(zebedee);
    expect((await owner.call(leaderboard, ofLeague())).reply.map(({ user }) => user.firstName)).toEqual(['Olga']);
    await world.finish(final(game, 30, 0));
    expect(await fundsOf(world.database.db, league.id, zebedee.user.id)).toEqual({ available: 109_091, pending: 0 });
    await expectLedgerBalances(world.database.db);
  });

  test('forgets the name in a league from which the person was removed before', async () => {
    await zebedee.call(setDisplayName, { ...ofLeague(), body: { displayName: 'The Quagga' } });
    await owner.call(removeMember, { params: { id: league.id, userId: zebedee.user.id } });
    await remove(zebedee);
    expect(await tablesWith('quagga')).toEqual([]);
  });

  test('ends every session and stream at once', async () => {
    const phone = world.visitor();
    await signIn(zebedee, phone);
    const stream = await phone.raw('GET', '/api/events');
    await remove(zebedee);
    for (const browser of [zebedee, phone]) expect((await browser.call(currentUser)).status).toBe(401);
    expect(await stream.text()).toMatch(/^retry: /); // it has ended
  });

  test('makes the address one that nobody has, and free for another account', async () => {
    const { email } = zebedee.user;
    await world.visitor().call(forgotPassword, { body: { email } });
    const [token = ''] = await resetTokensTo(world, email);
    const path = await calendarPathOf(zebedee);
    await remove(zebedee);

    const refused = await signIn(zebedee);
    expect([refused.status, refused.refusal]).toEqual([wrongCredentials.status, wrongCredentials.body]);
    expect((await world.visitor().call(forgotPassword, { body: { email } })).status).toBe(200);
    expect(await deliveredTo(world, email)).toEqual([]);
    const reset = await world.visitor().call(resetPassword, { body: { token, newPassword: 'battery staple' } });
    expect(reset.status).toBe(400);
    expect((await world.visitor().raw('GET', path)).status).toBe(404);

    const { reply } = await world
      .visitor()
      .call(register, { body: { email, password: 'battery staple', firstName: null, lastName: null } });
    expect(reply.id).not.toBe(zebedee.user.id);
  });

  test('lets nobody sign in to what is left of the account, or mail it', async () => {
    await remove(zebedee);
    for (const email of [zebedee.user.id, '']) {
      for (const password of ['', zebedee.password]) {
        const response = await world.visitor().raw('POST', '/api/auth/login', { body: { email, password } });
        expect([400, 401]).toContain(response.status);
      }
      await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email } });
    }
    await world.idle();
    expect(await lettersTo(world.database.db, '')).toEqual([]);
  });

  test('asks for the password', async () => {
    const { status, refusal } = await remove(zebedee, 'wrong horse');
    expect([status, refusal?.code]).toEqual([403, 'wrong-password']);
    expect((await signIn(zebedee)).status).toBe(200);
  });

  test('is recorded in the audit log without a word about the person', async () => {
    await remove(zebedee);
    const { rows } = await world.database.pool.query('select action, detail from audit_log where actor_id = $1', [
      zebedee.user.id,
    ]);
    expect(rows).toEqual([{ action: 'account-deleted', detail: {} }]);
  });
});

describe('an owner', () => {
  test('first hands over or deletes what is not final', async () => {
    const other = await world.league(owner, { name: 'Monday League' });
    const { status, refusal } = await remove(owner);
    expect([status, refusal]).toEqual([
      409,
      {
        code: 'owns-leagues',
        message:
          'You own Monday League and 1 other league. Hand over or delete what is not final, then delete your account.',
      },
    ]);
    expect((await signIn(owner)).status).toBe(200);
    await owner.call(deleteGroup, { params: { id: other.id } });
    expect((await remove(owner)).refusal?.message).toMatch(/^You own Sunday League\. /);
    await endForGood(world.database, league);
    expect((await remove(owner)).status).toBe(200);
    expect((await zebedee.call(leaderboard, ofLeague())).reply).toHaveLength(2);
  });

  test('is refused while a league lies on a lost machine', async () => {
    const { database } = world;
    const machines = { ...database.machines, unreachable: (ids: readonly string[]) => [...ids] };
    const proven = await findUser(database.db, zebedee.user.id);
    if (!proven) throw new Error('no user');
    await expect(deleteAccountOf({ ...database, machines }, proven)).rejects.toMatchObject({
      code: 'league-unreachable',
    });
    expect((await signIn(zebedee)).status).toBe(200);
  });
});

describe('a worker', () => {
  const left = async () => (await world.database.pool.query('select user_id from account_deletions')).rows;

  test('finishes a deletion whose process died, and again what late requests wrote', async () => {
    const { database } = world;
    await zebedee.call(setDisplayName, { ...ofLeague(), body: { displayName: 'The Quagga' } });
    const proven = await findUser(database.db, zebedee.user.id);
    if (!proven) throw new Error('no user');
    await deleteAccountOf(database, proven);
    expect(await tablesWith('quagga')).toEqual(['members']);
    await finishDeletions(database);
    expect(await tablesWith('quagga')).toEqual([]);

    await database.pool.query("insert into notice_settings (user_id, time_zone) values ($1, 'Pacific/Chatham')", [
      zebedee.user.id,
    ]);
    await database.pool.query('insert into memberships (user_id, league_id) values ($1, $2)', [
      zebedee.user.id,
      league.id,
    ]);
    await finishDeletions(database);
    expect([await tablesWith('chatham'), await tablesWith(zebedee.user.id)]).toEqual([
      [],
      expect.not.arrayContaining(['memberships']),
    ]);
    expect(await left()).toHaveLength(1);
    await database.pool.query("update account_deletions set at = at - interval '11 minutes'");
    await finishDeletions(database);
    expect(await left()).toEqual([]);
  });

  test('finishes once a lost machine is back', async () => {
    const { database } = world;
    const machines = { ...database.machines, reachable: () => [] };
    await remove(await world.signUp());
    const proven = await findUser(database.db, zebedee.user.id);
    if (!proven) throw new Error('no user');
    await deleteAccountOf(database, proven);
    await database.pool.query("update account_deletions set at = at - interval '11 minutes'");
    await finishDeletions({ ...database, machines });
    expect(await left()).toEqual([{ user_id: zebedee.user.id }]);
    await finishDeletions(database);
    expect(await left()).toEqual([]);
    expect((await owner.call(leaderboard, ofLeague())).reply).toHaveLength(1);
  });
});

describe('at once', () => {
  test('ten deletions are one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => zebedee.call(deleteAccount, { body: { password: zebedee.password } })),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    expect([statuses[0], statuses.filter((status) => status === 200)]).toEqual([200, [200]]);
    for (const status of statuses) expect([200, 401, 403]).toContain(status);
  });

  test('with sign-ins, none of which outlives it', { timeout: 30_000 }, async () => {
    const browsers = Array.from({ length: 10 }, () => world.visitor());
    await Promise.all([remove(zebedee), ...browsers.map((browser) => signIn(zebedee, browser))]);
    for (const browser of browsers) expect((await browser.call(currentUser)).status).toBe(401);
  });

  test('with bets, joins, names, new leagues and settling, under load, leaves books whole', {
    timeout: 60_000,
  }, async () => {
    const people = [zebedee, ...(await Promise.all(Array.from({ length: 5 }, () => world.member(league))))];
    const more = await Promise.all(['Monday', 'Tuesday', 'Wednesday'].map((name) => world.league(owner, { name })));
    const games = await Promise.all([1, 2, 3, 4].map(() => world.addGame()));
    for (const person of people)
      for (const game of games.slice(0, 2)) await person.call(placeBet, { body: aBet(league, game, '50') });
    const acts = (person: Visitor) => [
      ...games.slice(2).map((game) => person.call(placeBet, { body: aBet(league, game, '20') })),
      ...more.map(({ joinCode }) => person.call(joinGroup, { body: { joinCode } })),
      person.call(setDisplayName, { ...ofLeague(), body: { displayName: 'The Quagga' } }),
    ];
    const answers = await Promise.all([
      ...people.flatMap((person) => [
        ...acts(person),
        person.call(deleteAccount, { body: { password: person.password } }),
        ...acts(person),
      ]),
      world.finish(...games.slice(0, 2).map((game) => final(game, 30, 0))),
    ]);
    for (const answer of answers) if (answer && 'status' in answer) expect(answer.status).toBeLessThan(500);
    await world.idle();
    await finishDeletions(world.database); // requests that began before the deletion
    await expectLedgerBalances(world.database.db);
    await world.finish(...games.map((game) => final(game, 30, 0)));
    await expectLedgerBalances(world.database.db);
    expect(await tablesWith('quagga')).toEqual([]);
    const { rows } = await world.database.pool.query(
      `select l.id from leagues l join users u on u.id = l.owner_id where u.deleted_at is not null
       union all select m.league_id from members m join users u on u.id = m.user_id
       where u.deleted_at is not null and m.removed_at is null`,
    );
    expect(rows).toEqual([]);
  });

  test('with the creation of a league is before it or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await world.signUp();
      const [deleted, made] = await Promise.allSettled([remove(person), world.league(person)]);
      expect(deleted.status).toBe('fulfilled');
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.status === 200;
      expect(isDeleted).toBe(made.status === 'rejected');
    }
  });
});
