import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentUser, login, logout } from '#shared/api/auth.ts';
import { endOtherSessions, endOwnSession, listSessions, type OwnSession } from '#shared/api/own-account.ts';
import { addPushDevice, pushState } from '#shared/api/push.ts';
import { digest } from '../auth/digest.ts';
import { testDatabase } from '../testing/database.ts';
import { recordDeadlocks } from '../testing/deadlocks.ts';
import { lockElsewhere } from '../testing/locks.ts';
import { aSubscription } from '../testing/subscription.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';

const hour = 3_600_000;
const android =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Mobile Safari/537.36';

let world: World;
let deadlocks: string[];

beforeAll(async () => {
  const database = await testDatabase();
  deadlocks = recordDeadlocks(database.pool);
  world = await testWorld({ PUSH_SERVICES: 'http://127.0.0.1:5055' }, undefined, {}, database);
});
afterAll(() => world.drop());

/** The same person in another browser. */
async function elsewhere({ user, password }: Player, userAgent = android): Promise<Visitor> {
  const visitor = world.visitor();
  const body = { email: user.email, password };
  await visitor.call(login, { body, headers: { 'user-agent': userAgent } });
  return visitor;
}

const sessionsOf = async (visitor: Visitor) => (await visitor.call(listSessions)).reply.sessions;
const statusOf = async (visitor: Visitor) => (await visitor.call(currentUser)).status;
const end = (visitor: Visitor, { id }: Pick<OwnSession, 'id'>) => visitor.call(endOwnSession, { params: { id } });

/** The session of another browser, as the first one sees it. */
async function otherOf(visitor: Visitor): Promise<OwnSession> {
  const [other] = (await sessionsOf(visitor)).filter(({ isThis }) => !isThis);
  if (!other) throw new Error('no other session');
  return other;
}

/** Where the row of the session without a label lies: each write moves it. */
async function versionOf({ user }: Player): Promise<string> {
  const { rows } = await world.database.pool.query<{ version: string }>(
    "select ctid::text as version from sessions where sess #>> '{passport,user}' = $1 and sess ->> 'label' = 'A browser'",
    [user.id],
  );
  return rows.map(({ version }) => version).join();
}

async function auditOf({ user }: Player): Promise<string[]> {
  const { rows } = await world.database.pool.query<{ action: string }>(
    'select action from audit_log where actor_id = $1 order by id',
    [user.id],
  );
  return rows.map(({ action }) => action);
}

describe('the list of sessions', () => {
  test('has this browser first, in plain words, and no session’s own id', async () => {
    const player = await world.signUp();
    await elsewhere(player);
    const { sessions, more } = (await player.call(listSessions)).reply;
    expect(more).toBe(0);
    expect(sessions.map(({ label, isThis }) => [label, isThis])).toEqual([
      ['A browser', true],
      ['Chrome on Android', false],
    ]);
    const { rows } = await world.database.pool.query<{ sid: string }>('select sid from sessions');
    const answer = JSON.stringify(sessions);
    for (const { sid } of rows) {
      expect(answer).not.toContain(sid);
      expect(answer).not.toContain(digest(sid));
    }
    expect(answer).not.toContain('Mozilla');
  });

  test('says when each was last seen, which reading writes at most once an hour', async () => {
    const player = await world.signUp();
    await elsewhere(player);
    const start = world.clock.now.getTime();
    try {
      world.clock.now = new Date(start + 2 * hour);
      const versions = new Set([await versionOf(player)]);
      for (let time = 0; time < 5; time += 1) {
        await sessionsOf(player);
        versions.add(await versionOf(player));
      }
      expect(versions.size).toBe(2);
      const [here, there] = await sessionsOf(player);
      expect(here).toMatchObject({ isThis: true, lastSeenAt: new Date(start + 2 * hour).toISOString() });
      expect(here?.signedInAt).toBe(new Date(start).toISOString());
      expect(there).toMatchObject({ isThis: false, lastSeenAt: new Date(start).toISOString() });
    } finally {
      world.clock.now = new Date(start);
    }
  });

  test('leaves out those that have run out, and those of everybody else', async () => {
    const [player, other] = [await world.signUp(), await world.signUp()];
    await elsewhere(player);
    await elsewhere(other);
    await world.database.pool.query(
      "update sessions set expire = now() - interval '1 hour' where sess ->> 'label' = 'Chrome on Android' and sess #>> '{passport,user}' = $1",
      [player.user.id],
    );
    expect(await sessionsOf(player)).toMatchObject([{ isThis: true }]);
    expect(await sessionsOf(other)).toHaveLength(2);
  });

  test('shows fifty, and says how many more there are', async () => {
    const player = await world.signUp();
    await world.database.pool.query(
      `insert into sessions (sid, sess, expire)
      select 'copy ' || n, sess, expire + n * interval '1 second' from sessions, generate_series(1, 60) n
      where sess #>> '{passport,user}' = $1`,
      [player.user.id],
    );
    const { sessions, more } = (await player.call(listSessions)).reply;
    expect([sessions.length, more]).toEqual([50, 11]);
    expect(sessions[0]?.isThis).toBe(true);
  });

  test('has a session from before browsers were stored', async () => {
    const player = await world.signUp();
    const old = await elsewhere(player);
    await world.database.pool.query(
      `update sessions set sess = (sess::jsonb - 'label' - 'browser')::json
      where sess ->> 'label' = 'Chrome on Android' and sess #>> '{passport,user}' = $1`,
      [player.user.id],
    );
    const other = await otherOf(player);
    expect(other.label).toBe('A browser');
    expect((await end(player, other)).status).toBe(200);
    expect(await statusOf(old)).toBe(401);
  });
});

describe('signing out there', () => {
  test('ends that session and what is pushed to its browser, and nothing else', async () => {
    const player = await world.signUp();
    const [phone, laptop] = [await elsewhere(player), await elsewhere(player, 'Firefox/150.0 Windows')];
    for (const one of [player, phone, laptop]) await one.call(addPushDevice, { body: aSubscription().body });
    const found = (await sessionsOf(player)).find(({ label }) => label === 'Chrome on Android');
    expect((await end(player, found as OwnSession)).reply).toEqual({ message: 'Signed out there' });
    expect([await statusOf(player), await statusOf(phone), await statusOf(laptop)]).toEqual([200, 401, 200]);
    const { devices } = (await player.call(pushState)).reply;
    expect(devices.map(({ isThisBrowser }) => isThisBrowser).sort()).toEqual([false, true]);
    expect(await auditOf(player)).toEqual(['session-ended']);
  });

  test('ten times at once ends one session, once', async () => {
    const player = await world.signUp();
    const phone = await elsewhere(player);
    const other = await otherOf(player);
    const answers = await Promise.all(Array.from({ length: 10 }, () => end(player, other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)]);
    expect(await statusOf(phone)).toBe(401);
    expect((await end(player, other)).refusal?.code).toBe('session-not-found');
    expect(await auditOf(player)).toEqual(['session-ended']);
  });

  test('from two browsers, each that of the other one, ends one session, without a deadlock', async () => {
    for (let time = 0; time < 20; time += 1) {
      const player = await world.signUp();
      const phone = await elsewhere(player);
      const [there, here] = [await otherOf(player), await otherOf(phone)];
      const answers = await Promise.all([end(player, there), end(phone, here)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    }
    expect(deadlocks).toEqual([]);
  });

  test('of somebody else is not found, and goes on', async () => {
    const [ann, bob] = [await world.signUp(), await world.signUp()];
    await elsewhere(bob);
    const other = await otherOf(bob);
    expect((await end(ann, other)).status).toBe(404);
    expect(await sessionsOf(bob)).toHaveLength(2);
  });

  test('of this browser is refused: logging out does it', async () => {
    const player = await world.signUp();
    const [here] = await sessionsOf(player);
    expect((await end(player, here as OwnSession)).refusal?.code).toBe('this-session');
    expect(await statusOf(player)).toBe(200);
  });

  test('from another site changes nothing', async () => {
    const player = await world.signUp();
    const phone = await elsewhere(player);
    const { id } = await otherOf(player);
    for (const path of [`/api/account/sessions/${id}`, '/api/account/sessions']) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect((await player.raw('DELETE', path, { headers })).status).toBe(403);
    }
    expect(await statusOf(phone)).toBe(200);
  });

  test('does not bring back a session that a request of its own is using', async () => {
    const player = await world.signUp();
    const phone = await elsewhere(player);
    const other = await otherOf(player);
    const lock = await lockElsewhere(world.database, 'lock table users in access exclusive mode', []);
    const asked = phone.call(currentUser);
    await lock.release();
    await Promise.all([asked, end(player, other)]);
    expect(await statusOf(phone)).toBe(401);
    expect(await sessionsOf(player)).toHaveLength(1);
  });

  test('everywhere else ends all sessions but this one', async () => {
    const player = await world.signUp();
    const others = [await elsewhere(player), await elsewhere(player)];
    const stranger = await world.signUp();
    for (const one of [player, ...others]) await one.call(addPushDevice, { body: aSubscription().body });
    expect((await player.call(endOtherSessions)).status).toBe(200);
    for (const other of others) expect(await statusOf(other)).toBe(401);
    expect([await statusOf(player), await statusOf(stranger)]).toEqual([200, 200]);
    expect((await player.call(pushState)).reply.devices).toMatchObject([{ isThisBrowser: true }]);
    expect(await auditOf(player)).toEqual(['other-sessions-ended']);
    await player.call(logout);
    expect(await statusOf(player)).toBe(401);
  });
});
