import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { connect } from '../db/connection.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let player: Player;

beforeAll(async () => {
  world = await testWorld();
  player = await world.signUp();
});
afterAll(() => world.drop());

const calls: [string, string, unknown?][] = [
  ['GET', '/api/games/current-week'],
  ['GET', '/api/games/mlb'],
  ['GET', '/api/games/week/12/2026'],
  ['GET', '/api/auth/user'],
  ['GET', '/api/groups'],
  ['GET', '/api/bets'],
  ['POST', '/api/auth/login', { email: 'ann@example.com', password: 'correct horse' }],
  ['POST', '/api/auth/register', { email: 'ann@example.com', password: 'correct horse' }],
  ['POST', '/api/auth/logout'],
];

/** The same app on a database that does not answer. */
async function appOn(url: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const log = pino({ level: 'silent' });
  const database = connect(url, log);
  const app = createApp({
    env: world.env,
    log,
    database,
    sessionSecret: 'a secret of the tests, long enough',
    clientDir: null,
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${address instanceof Object ? address.port : null}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await database.end();
    },
  };
}

const cookieOf = async () => {
  const body = { email: player.user.email, password: player.password };
  const response = await world.visitor().raw('POST', '/api/auth/login', { body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
};

test.each([
  ['a port where nobody listens', () => new URL('postgres://postgres@127.0.0.1:9/ching').href],
  [
    'a database that is not there',
    () => {
      const url = new URL(world.database.url);
      url.pathname = '/gone';
      return url.href;
    },
  ],
])('with %s every call says so in JSON, and the process lives on', async (_name, url) => {
  const app = await appOn(url());
  const cookie = await cookieOf();
  for (const [method, path, body] of calls) {
    const response = await fetch(`${app.origin}${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '2']);
    expect(await response.json()).toEqual({
      message: 'The database cannot be reached. Please try again.',
      code: 'unavailable',
    });
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  const health = await fetch(`${app.origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
  const ready = await fetch(`${app.origin}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'not ready', database: 'unreachable', migrations: 'unknown', worker: 'unknown', feeds: null },
  ]);
  await app.stop();
});

test('when every connection is cut under load, nothing but 200 and 503 is answered, and all is well again', async () => {
  const admin = connect(world.database.url, pino({ level: 'silent' }), { role: null });
  const statuses = new Set<number>();
  let running = true;
  const load = Array.from({ length: 12 }, async () => {
    while (running) statuses.add((await player.raw('GET', '/api/groups')).status);
  });
  for (let cut = 0; cut < 5; cut += 1) {
    statuses.delete(200);
    await expect.poll(() => statuses.has(200), { timeout: 10_000, interval: 5 }).toBe(true);
    await admin.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
  }
  running = false;
  await Promise.all(load);
  await admin.end();
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await player.raw('GET', '/api/groups')).status).toBe(200);
});
