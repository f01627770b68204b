import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import express from 'express';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { currentUser, login, logout } from '#shared/api/auth.ts';
import { listBets } from '#shared/api/bets.ts';
import { createGroup, listGroups } from '#shared/api/groups.ts';
import { createApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { listen } from '../lib/listen.ts';
import { recordStatements } from '../testing/citus-lint.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { createSessions } from './session.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = new Date();

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
afterEach(() => {
  world.clock.now = now;
});

/** Signs in and returns the session cookie: `sid=…` and its attributes. */
async function signIn({ user, password }: Player, headers: Record<string, string> = {}) {
  const body = { email: user.email, password };
  const response = await world.visitor().raw('POST', '/api/auth/login', { body, headers });
  const [cookie = '', ...rest] = response.headers.getSetCookie().filter((set) => !set.startsWith('device='));
  const [pair = '', ...attributes] = cookie.split('; ');
  return { pair, attributes, rest };
}

const statusWith = async (cookie: string, path = '/api/auth/user') =>
  (await world.visitor().raw('GET', path, { headers: { cookie } })).status;

async function rowOf(player: Player): Promise<{ tuple: string; expire: Date; sess: string }> {
  const { rows } = await world.database.db.execute<{ tuple: string; expire: string; sess: string }>(sql`
    select ctid::text as tuple, expire, sess::text as sess from sessions
    where sess #>> '{passport,user}' = ${player.user.id}`);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} sessions`);
  return { ...row, expire: new Date(row.expire) };
}

test('the cookie is for this host and its pages only, and lives as long as a session may', async () => {
  const { pair, attributes, rest } = await signIn(await world.signUp());
  expect(pair).toMatch(/^sid=s%3A[\w-]{32}\./);
  expect(rest).toEqual([]);
  const [expires, ...others] = attributes.toSorted();
  expect(others).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
  const lifeDays = (Date.parse((expires ?? '').replace('Expires=', '')) - Date.now()) / day;
  expect(Math.round(lifeDays)).toBe(30);
});

test('the cookie of production is Secure and bound to its host', async () => {
  const player = await world.signUp();
  const env = readEnv({
    NODE_ENV: 'production',
    APP_URL: 'https://ching.example',
    SESSION_SECRET: 'a secret of the tests, long enough',
    BCRYPT_COST: '10',
    TRUST_PROXY_HOPS: '1',
  });
  const app = createApp({
    env,
    log: pino({ level: 'silent' }),
    database: world.database,
    sessionSecret: 'a secret of the tests, long enough',
    clientDir: null,
    clock: () => new Date(),
  });
  const server = createServer(app);
  const port = await listen(server);
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https' },
    body: JSON.stringify({ email: player.user.email, password: player.password }),
  });
  const [device = '', cookie = ''] = response.headers.getSetCookie();
  expect(device).toMatch(/^__Host-device=.*; Path=\/.*; HttpOnly; Secure; SameSite=Lax$/);
  server.closeAllConnections();
  server.close();
  expect(cookie).toMatch(/^__Host-sid=/);
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
  expect(cookie).not.toContain('Domain');
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test('nobody gets a cookie by looking around', async () => {
  for (const path of ['/api/auth/user', '/api/groups', '/api/games/mlb', '/api/login', '/healthz']) {
    const response = await world.visitor().raw('GET', path);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
});

test('signing in gives a new id and ends the session that was there', async () => {
  const player = await world.signUp();
  const before = await signIn(player);
  const after = await signIn(player, { cookie: before.pair });
  expect(after.pair).not.toBe(before.pair);
  expect([await statusWith(before.pair), await statusWith(after.pair)]).toEqual([401, 200]);
});

test('an id that a visitor brought along never becomes a session', async () => {
  const player = await world.signUp();
  const { pair } = await signIn(player, { cookie: 'sid=s%3Afixed-by-somebody-else.c2lnbmF0dXJl' });
  expect(pair).not.toContain('fixed');
  expect(await statusWith('sid=s%3Afixed-by-somebody-else.c2lnbmF0dXJl')).toBe(401);
});

test('a cookie with a broken signature is nobody’s', async () => {
  const { pair } = await signIn(await world.signUp());
  expect(await statusWith(`${pair}x`)).toBe(401);
  expect(await statusWith('sid=s%3A')).toBe(401);
  expect(await statusWith('sid=%E0%A4%A')).toBe(401);
});

test('signing out removes the cookie in the way it was set, and the row', async () => {
  const player = await world.signUp();
  const response = await player.raw('POST', '/api/auth/logout');
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie.split('; ').toSorted()).toEqual([
    'Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
    'sid=',
  ]);
  await expect(rowOf(player)).rejects.toThrow('0 sessions');
});

test('requests that run while signing out do not bring the session back', async () => {
  for (let run = 0; run < 20; run += 1) {
    const player = await world.signUp();
    const { pair } = await signIn(player);
    // Two hours later each of these requests would extend the session.
    world.clock.now = new Date(now.getTime() + 2 * hour);
    const headers = { cookie: pair };
    await Promise.all([
      ...Array.from({ length: 25 }, () => world.visitor().raw('GET', '/api/groups', { headers })),
      world.visitor().call(logout, { headers }),
      ...Array.from({ length: 25 }, () => world.visitor().raw('GET', '/api/auth/user', { headers })),
    ]);
    expect(await statusWith(pair)).toBe(401);
    world.clock.now = now;
  }
});

test('a session is stored whole before the answer goes out, so that nothing written later can undo a sign-out', async () => {
  const player = await world.signUp();
  const sessions = createSessions(world.env, world.database, 'a secret', () => now);
  const app = express();
  app.use(...sessions.handlers);
  app.post('/', async (req, res) => {
    await world.database.db.execute(sql`delete from sessions where sess #>> '{passport,user}' = ${player.user.id}`);
    await sessions.of(req).signIn({ id: player.user.id });
    res.json(JSON.parse((await rowOf(player)).sess));
  });
  const server = createServer(app);
  const response = await fetch(`http://127.0.0.1:${await listen(server)}/`, { method: 'POST' });
  const stored = await response.json();
  server.close();
  expect(stored).toMatchObject({ passport: { user: player.user.id }, createdAt: now.getTime() });
});

test('the row holds who it is, since when and in which browser, and nothing else', async () => {
  const player = await world.signUp();
  expect(JSON.parse((await rowOf(player)).sess)).toEqual({
    cookie: expect.any(Object),
    passport: { user: player.user.id },
    createdAt: now.getTime(),
    label: 'A browser',
    browser: expect.stringMatching(/^[\w-]{22}$/),
  });
});

test('reading 50 times does not write the row', async () => {
  const player = await world.signUp();
  const { tuple } = await rowOf(player);
  for (let read = 0; read < 50; read += 1) await player.call(currentUser);
  expect((await rowOf(player)).tuple).toBe(tuple);
});

test('of a request with a session the session is one read, and nothing is written', async () => {
  const apart = await testWorld();
  const recording = recordStatements(apart.database.pool);
  const player = await apart.signUp();
  await player.call(currentUser);
  recording.length = 0;
  for (const endpoint of [currentUser, listGroups, listBets]) await player.call(endpoint);
  const sent = recording.flat().map(({ sql: text }) => text);
  expect(sent.filter((text) => text.includes('sessions'))).toHaveLength(3);
  expect(sent.filter((text) => !text.startsWith('select '))).toEqual([]);
  await apart.drop();
});

test('an hour later 50 requests at once write it once', async () => {
  const player = await world.signUp();
  const before = await rowOf(player);
  world.clock.now = new Date(now.getTime() + hour);
  await Promise.all(Array.from({ length: 50 }, () => player.call(currentUser)));
  const after = await rowOf(player);
  expect(after.tuple).not.toBe(before.tuple);
  expect(after.expire.getTime() - before.expire.getTime()).toBe(hour);
  await player.call(currentUser);
  expect((await rowOf(player)).tuple).toBe(after.tuple);
});

test('a session lies idle for seven days at most', async () => {
  const player = await world.signUp();
  expect((await rowOf(player)).expire.getTime() - now.getTime()).toBe(7 * day);
  await world.database.db.execute(sql`
    update sessions set expire = now() - interval '1 second' where sess #>> '{passport,user}' = ${player.user.id}`);
  expect((await player.call(currentUser)).status).toBe(401);
});

test('a session in use ends after thirty days all the same', async () => {
  const player = await world.signUp();
  world.clock.now = new Date(now.getTime() + 30 * day);
  expect((await player.call(currentUser)).status).toBe(200);
  world.clock.now = new Date(now.getTime() + 30 * day + 1);
  expect((await player.call(currentUser)).status).toBe(401);
});

test('a session that does not say since when is none', async () => {
  const player = await world.signUp();
  await world.database.db.execute(sql`
    update sessions set sess = (sess::jsonb - 'createdAt')::json where sess #>> '{passport,user}' = ${player.user.id}`);
  expect((await player.call(currentUser)).status).toBe(401);
});

test('a session whose user is gone is none, on any page', async () => {
  const player = await world.signUp();
  await world.database.db.execute(sql`delete from users where id = ${player.user.id}`);
  for (const endpoint of [currentUser, listGroups, listBets]) {
    expect((await player.call(endpoint)).refusal).toEqual({ message: 'Unauthorized', code: 'unauthorized' });
  }
  expect((await player.call(logout)).status).toBe(200);
});

test('the session says who asks, and the body never does', async () => {
  const player = await world.signUp();
  const other = await world.signUp();
  const body = {
    name: 'Mine',
    description: null,
    joinDeadline: new Date(now.getTime() + day).toISOString(),
    endDate: new Date(now.getTime() + 2 * day).toISOString(),
    ...{ ownerId: other.user.id, userId: other.user.id, id: other.user.id },
  };
  const { reply } = await player.call(createGroup, { body });
  expect([reply.ownerId, reply.id === other.user.id]).toEqual([player.user.id, false]);
});

test('several sessions of one person live side by side', async () => {
  const player = await world.signUp();
  const desk = world.visitor();
  await desk.call(login, { body: { email: player.user.email, password: player.password } });
  expect([(await player.call(currentUser)).status, (await desk.call(currentUser)).status]).toEqual([200, 200]);
});
