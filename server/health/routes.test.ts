import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'drizzle-orm';
import express from 'express';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import { connect } from '../db/connection.ts';
import { isMigrated } from '../db/migrate.ts';
import { insertPull } from '../feed/store.ts';
import { listen } from '../lib/listen.ts';
import { lockElsewhere, untilWaiting } from '../testing/locks.ts';
import { testWorld, type World } from '../testing/world.ts';
import { recordHeartbeat } from '../worker/store.ts';
import { healthRoutes } from './routes.ts';

const token = 'a token of the tests';
let world: World;

beforeAll(async () => {
  world = await testWorld({ FEED_POLL_SECONDS: '10', READYZ_TOKEN: token });
});
afterAll(() => world.drop());
afterEach(async () => {
  await world.database.db.execute(sql`delete from heartbeats`);
});

async function ask(path: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) {
  const response = await world.visitor().raw('GET', path, { headers });
  return { status: response.status, body: await response.json() };
}

const silentFor = (seconds: number) =>
  world.database.db.execute(sql`
    insert into heartbeats (worker, at) values (${`silent-${seconds}`}, clock_timestamp() - make_interval(secs => ${seconds}))`);

const unasked = Object.fromEntries(
  sports.map((sport) => [sport, { lastSuccess: null, ageSeconds: null, failingSince: null, quarantined: null }]),
);

/** The part of `/readyz` about the machines, which a single Postgres does not have. */
function machines(): { open: object; secret: object } {
  const all = world.database.machines.all().length;
  return all === 0 ? { open: {}, secret: {} } : { open: { machines: { all, lost: 0 } }, secret: { lostMachines: [] } };
}

test('the process is alive without asking anybody', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
});

describe('the process is', () => {
  test('not ready before any worker has run', async () => {
    expect(await ask('/readyz')).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        database: 'ok',
        migrations: 'ok',
        worker: 'never ran',
        feeds: unasked,
        ...machines().open,
        ...machines().secret,
      },
    });
  });

  test('ready once a worker has run', async () => {
    await recordHeartbeat(world.database.db, 'worker:1');
    expect(await ask('/readyz')).toEqual({
      status: 200,
      body: {
        status: 'ok',
        database: 'ok',
        migrations: 'ok',
        worker: 'ok',
        feeds: unasked,
        ...machines().open,
        ...machines().secret,
      },
    });
  });

  test('ready while a worker has missed no more than three polls', async () => {
    await silentFor(30);
    expect((await ask('/readyz')).status).toBe(200);
  });

  test('not ready once every worker has been silent for longer', async () => {
    await silentFor(300);
    await silentFor(90);
    const { status, body } = await ask('/readyz');
    expect([status, body.worker]).toEqual([503, expect.stringMatching(/^silent for 9\d s$/)]);
  });

  test('not ready while the last heartbeat is in the future, until a worker is alive after that', async () => {
    await silentFor(-18_000);
    const { status, body } = await ask('/readyz');
    expect([status, body.worker]).toEqual([503, expect.stringMatching(/^(18000|17999) s in the future$/)]);
    await recordHeartbeat(world.database.db, 'worker:1');
    expect((await ask('/readyz')).body.worker).toBe('ok');
    await silentFor(-18_000); // the row of a worker that died before the clock was set back
    expect((await ask('/readyz')).body.worker).toBe('ok');
  });

  test('ready while a feed fails, and says of every sport how it does', async () => {
    await recordHeartbeat(world.database.db, 'worker:1');
    const begin = Date.now() - 3_600_000;
    const at = (minute: number) => new Date(begin + minute * 60_000);
    const pull = { feed: 'espn', what: 'slate', tookMs: 1, seen: 16, changed: 0, unknownStatuses: [] };
    const quarantined = [{ eventId: '401', reason: 'date: is no instant' }];
    for (const [minute, failure] of [null, 'answered 503', 'answered 503'].entries()) {
      const row = { ...pull, sport: 'NFL' as const, quarantined, id: randomUUID(), at: at(minute), failure };
      await insertPull(world.database.db, row);
    }
    await insertPull(world.database.db, {
      ...pull,
      sport: 'NBA',
      quarantined: [],
      id: randomUUID(),
      at: at(2),
      failure: null,
    });
    const { status, body } = await ask('/readyz');
    expect([status, body.status, body.feeds]).toEqual([
      200,
      'ok',
      {
        ...unasked,
        NFL: {
          lastSuccess: at(0).toISOString(),
          ageSeconds: expect.closeTo(3_600, -2),
          failingSince: at(1).toISOString(),
          quarantined: 1,
        },
        NBA: {
          lastSuccess: at(2).toISOString(),
          ageSeconds: expect.closeTo(3_480, -2),
          failingSince: null,
          quarantined: 0,
        },
      },
    ]);
  });

  test('said to anybody, and how the feeds do only to callers with the token', async () => {
    await recordHeartbeat(world.database.db, 'worker:1');
    const body = { status: 'ok', database: 'ok', migrations: 'ok', worker: 'ok', ...machines().open };
    const without = { status: 200, body };
    for (const authorization of ['', token, 'Bearer', `Bearer ${token}.`, `Basic ${token}`, 'Bearer undefined']) {
      expect([authorization, await ask('/readyz', { authorization })]).toEqual([authorization, without]);
    }
    expect((await ask('/readyz')).body).toEqual({ ...body, feeds: expect.any(Object), ...machines().secret });
  });

  test('not ready while the only worker has a job that does not come to its end', async () => {
    await recordHeartbeat(world.database.db, 'worker:1', 90_000);
    const { status, body } = await ask('/readyz', {});
    expect([status, body.worker]).toEqual([503, expect.stringMatching(/^silent for 9\d s$/)]);
  });

  test('ready when one of two workers is silent', async () => {
    await silentFor(300);
    await recordHeartbeat(world.database.db, 'worker:2');
    expect((await ask('/readyz')).status).toBe(200);
  });
});

describe('a database that answers and has never been migrated', () => {
  const notMigrated = { database: 'ok', migrations: 'missing', worker: 'unknown', feeds: null };

  test.each([
    ['table drizzle.__drizzle_migrations', 'table drizzle.not_there', '__drizzle_migrations'],
    ['schema drizzle', 'schema not_there', 'drizzle'],
  ])('is not called unreachable: %s is not there', async (there, away, name) => {
    const owner = connect(world.database.url, pino({ level: 'silent' }), { role: null });
    await owner.pool.query(`alter ${there} rename to not_there`);
    expect(await ask('/readyz')).toEqual({
      status: 503,
      body: { status: 'not ready', ...notMigrated, ...machines().open, ...machines().secret },
    });
    await owner.pool.query(`alter ${away} rename to ${name}`);
    await owner.end();
  });

  test('is not called unreachable: the role of the app is not there', async () => {
    const stranger = connect(world.database.url, pino({ level: 'silent' }), { role: 'ching_of_another_name' });
    expect(await isMigrated(stranger.db)).toBe(false);
    await stranger.end();
  });
});

test.each([
  ['the last heartbeat', 'heartbeats'],
  ['the pulls of the feeds', 'pulls'],
])('a database that answers is not called unreachable because %s cannot be read', async (_what, table) => {
  const owner = connect(world.database.url, pino({ level: 'silent' }), { role: null });
  await owner.pool.query(`alter table ${table} rename column at to not_there`);
  const { status, body } = await ask('/readyz');
  await owner.pool.query(`alter table ${table} rename column not_there to at`);
  await owner.end();
  expect([status, body]).toEqual([
    500,
    { code: 'unexpected', message: 'Something went wrong', requestId: expect.any(String) },
  ]);
});

test('however many ask at once whether it is ready share one check of the database', async () => {
  const app = express();
  let received = 0;
  app.use((_req, _res, next) => {
    received += 1;
    next();
  });
  app.use(healthRoutes(world.database, world.env));
  const server = createServer(app);
  const port = await listen(server);
  await recordHeartbeat(world.database.db, 'worker:1');
  const tableLock = await lockElsewhere(world.database, 'lock table heartbeats', []);
  const asked = Array.from({ length: 10 }, () => fetch(`http://127.0.0.1:${port}/readyz`));
  await expect.poll(() => received).toBe(10);
  await untilWaiting(world.database);
  expect(world.database.pool.totalCount - world.database.pool.idleCount).toBe(2); // the test's lock and one check
  await tableLock.release();
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  server.close();
  await once(server, 'close');
});
