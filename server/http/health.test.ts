import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { testWorld, type World } from '../testing/world.ts';
import { recordHeartbeat } from '../worker/store.ts';

let world: World;

beforeAll(async () => {
  world = await testWorld({ FEED_POLL_SECONDS: '10' });
});
afterAll(() => world.drop());
afterEach(async () => {
  await world.database.db.execute(sql`delete from heartbeats`);
});

async function ask(path: string) {
  const response = await world.visitor().raw('GET', path);
  return { status: response.status, body: await response.json() };
}

const silentFor = (seconds: number) =>
  world.database.db.execute(sql`
    insert into heartbeats (worker, at) values (${`silent-${seconds}`}, clock_timestamp() - make_interval(secs => ${seconds}))`);

test('the process is alive without asking anybody', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'ok' } });
});

describe('the process is', () => {
  test('not ready before any worker has run', async () => {
    expect(await ask('/readyz')).toEqual({
      status: 503,
      body: { status: 'not ready', database: 'ok', migrations: 'ok', worker: 'never ran' },
    });
  });

  test('ready once a worker has run', async () => {
    await recordHeartbeat(world.database.db, 'worker:1');
    expect(await ask('/readyz')).toEqual({
      status: 200,
      body: { status: 'ok', database: 'ok', migrations: 'ok', worker: 'ok' },
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

  test('ready when one of two workers is silent', async () => {
    await silentFor(300);
    await recordHeartbeat(world.database.db, 'worker:2');
    expect((await ask('/readyz')).status).toBe(200);
  });
});
