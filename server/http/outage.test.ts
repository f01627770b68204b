import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import { createApp } from '../app.ts';
import { connect } from '../db/connection.ts';
import { listen } from '../lib/listen.ts';
import { aBet } from '../testing/games.ts';
import { expectLedgerBalances, fundsOf } from '../testing/ledger-asserts.ts';
import { startSilentProxy } from '../testing/silent-proxy.ts';
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

/** The same app on the database at `url`. */
async function appOn(url: string): Promise<{ origin: string; stop(): Promise<void> }> {
  const log = pino({ level: 'silent' });
  const database = connect(url, log);
  const app = createApp({
    env: world.env,
    log,
    database,
    sessionSecret: 'a secret of the tests, long enough',
    clientDir: null,
    clock: () => new Date(),
  });
  const server = createServer(app);
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
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
  return (
    response.headers
      .getSetCookie()
      .find((set) => set.startsWith('sid='))
      ?.split(';')[0] ?? ''
  );
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
    { status: 'not ready', database: 'unreachable', migrations: 'unknown', worker: 'unknown' },
  ]);
  await app.stop();
});

describe.concurrent('when the network to the database loses every byte and closes no connection', () => {
  const connections = () => world.database.pool.options.max; // as many as the app has

  test('requests are refused in time, and served as soon as new connections work', { timeout: 40_000 }, async () => {
    const proxy = await startSilentProxy(world.database.url);
    const app = await appOn(proxy.url);
    const there = player.at(app.origin);
    const answers = () => Promise.all(Array.from({ length: 2 * connections() }, () => there.raw('GET', '/api/groups')));
    await answers();
    proxy.silence();
    for (const answer of [...(await answers()), ...(await answers())]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[12]$/)]);
    }
    proxy.speak();
    const areServed = async () => expect((await answers()).filter(({ status }) => status !== 200)).toEqual([]);
    await vi.waitFor(areServed, { timeout: 5_000 });
    await app.stop();
    await proxy.close();
  });

  test('a bet whose COMMIT gets no answer is refused as unknown, and its key finds it', {
    timeout: 30_000,
  }, async () => {
    const proxy = await startSilentProxy(world.database.url);
    const app = await appOn(proxy.url);
    const [league, game] = [await world.league(player), await world.addGame()];
    const there = player.at(app.origin);
    const headers = { 'idempotency-key': randomUUID() };
    const bet = () => there.call(placeBet, { body: aBet(league, game, '100'), headers });
    await Promise.all(Array.from({ length: connections() }, () => there.raw('GET', '/api/groups')));
    const silenced = proxy.silenceAfter('COMMIT');
    const unknown = bet();
    await silenced;
    proxy.speak();
    const { status, refusal, headers: answered } = await unknown;
    expect([status, refusal?.code, answered.get('retry-after')]).toEqual([503, 'unavailable', '2']);
    // The other connections were silent too. No later request may run into a timeout on one of them.
    const after = await Promise.all(Array.from({ length: connections() }, () => there.raw('GET', '/api/groups')));
    expect(after.map((answer) => answer.status)).toEqual(Array(connections()).fill(200));
    expect((await bet()).reply).toMatchObject({ groupId: league.id, amount: 10_000 });
    expect(await fundsOf(world.database.db, league.id, player.user.id)).toEqual({ available: 90_000, pending: 10_000 });
    await expectLedgerBalances(world.database.db);
    await app.stop();
    await proxy.close();
  });
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
  // A connection may end only some time after the statement that cut it.
  await expect.poll(async () => (await player.raw('GET', '/api/groups')).status).toBe(200);
});
