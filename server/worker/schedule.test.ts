import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sports } from '#shared/domain/sport.ts';
import { readEnv } from '../env.ts';
import { listen } from '../lib/listen.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { testSessionSecret } from '../testing/world.ts';
import { startWorker, workerJobs } from './schedule.ts';
import { lastHeartbeatAge } from './store.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let provider: Server;
let providerUrl: string;
let asked: string[];
let answer: { status: number; type: string; body: string };

beforeAll(async () => {
  database = await testDatabase();
  provider = createServer((req, res) => {
    asked.push(req.url ?? '');
    res.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
  });
  providerUrl = `http://127.0.0.1:${await listen(provider)}`;
});
afterAll(async () => {
  provider.close();
  await database.drop();
});
beforeEach(async () => {
  await database.clear();
  asked = [];
  answer = { status: 200, type: 'application/json', body: '{"events":[]}' };
});

function env(pollSeconds = '1') {
  return readEnv({ NODE_ENV: 'test', FEED: 'espn', FEED_POLL_SECONDS: pollSeconds, ESPN_BASE_URL: providerUrl });
}

test('the jobs are one pull a sport, then what follows from them, then the sign of life', () => {
  const names = workerJobs({ env: env(), log, database, sessionSecret: testSessionSecret }).map((job) => job.name);
  expect(names).toEqual([
    ...sports.map((sport) => `pull ${sport}`),
    'settle games',
    'close quotes',
    'finalize leagues',
    'freeze weeks',
    'write notices',
    'write reminders',
    'queue letters',
    'send mail',
    'send chats',
    'finish deletions',
    'delete expired',
    'heartbeat',
  ]);
});

test.each([
  ['rubbish', { status: 200, type: 'application/json', body: '{"events":"none"}' }],
  ['a page', { status: 200, type: 'text/html', body: '<h1>Down</h1>' }],
  ['errors', { status: 503, type: 'application/json', body: '{}' }],
])('a provider that sends %s keeps no job from running', async (_name, given) => {
  answer = given;
  for (const job of workerJobs({ env: env(), log, database, sessionSecret: testSessionSecret })) await job.run();
  expect(asked.length).toBeGreaterThanOrEqual(sports.length);
  expect(await lastHeartbeatAge(database.db)).not.toBeNull();
});

test.each(['1', '0.3'])(
  'a worker that is started polls at once, and again every %s s until it is stopped',
  async (every) => {
    const worker = startWorker({ env: env(every), log, database, sessionSecret: testSessionSecret });
    const aliveAt = async () =>
      (await database.pool.query('select max(at) as at from heartbeats')).rows[0].at?.getTime();
    await expect.poll(aliveAt, { timeout: 10_000, interval: 20 }).toBeGreaterThan(0);
    const first = await aliveAt();
    await expect.poll(aliveAt, { timeout: 10_000, interval: 20 }).toBeGreaterThan(first);
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(sports.length); // a sign of life may precede the pulls
    await worker.stop();
    expect(database.pool.idleCount).toBe(database.pool.totalCount);
  },
);
