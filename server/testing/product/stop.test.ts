import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgotPassword } from '#shared/api/auth.ts';
import { createProcess, type Process } from '../../chaos/processes.ts';
import { createViolations } from '../../chaos/violations.ts';
import { freshClient } from '../../http/client-build.ts';
import { listen } from '../../lib/listen.ts';
import { type TestDatabase, testDatabase } from '../database.ts';

const timeout = 60_000; // a process of the product, on a busy machine
const agent = new Agent({ keepAlive: true });

let database: TestDatabase;
let web: Process;

beforeEach(async () => {
  await freshClient();
  database = await testDatabase();
  const settings = { DATABASE_URL: database.url, SESSION_SECRET: 'a secret of the tests, long enough' };
  web = await createProcess('web', 1, settings, createViolations());
  await web.start();
}, timeout);

afterEach(async () => {
  agent.destroy();
  await web.end('SIGKILL').catch(() => null); // it may have ended already
  await database.drop();
});

/**
 * Sends a request for /healthz, or one with a body. `sent` resolves once it has left this process, `answered` with the
 * status or the error code.
 */
function ask(
  by: Agent | false,
  posted: { path: string; body: unknown } | null = null,
): { sent: Promise<unknown>; answered: Promise<number | string | undefined> } {
  const headers = posted ? { 'content-type': 'application/json' } : {};
  const method = posted ? 'POST' : 'GET';
  const sending = request(`${web.origin}${posted?.path ?? '/healthz'}`, { agent: by, method, headers });
  sending.end(posted && JSON.stringify(posted.body));
  return {
    sent: new Promise((done) => sending.once('finish', done)),
    answered: new Promise((done) => {
      sending.once('error', (error: NodeJS.ErrnoException) => done(error.code));
      sending.once('response', (response) => response.resume().once('end', () => done(response.statusCode)));
    }),
  };
}

const several = (by: Agent | false, length = 5) => Array.from({ length }, () => ask(by));

test('what had been sent when the stop came is answered, on connections that were open and on new ones', {
  timeout,
}, async () => {
  await Promise.all(several(agent).map(({ answered }) => answered));
  await database.pool.query(`insert into users (id, email, email_norm, password_hash)
    values (gen_random_uuid(), 'ann@example.com', 'ann@example.com', '')`);
  web.freeze(); // so that requests and signal arrive before it runs again
  // Few enough for a busy machine to answer in the time of a stop, and far more than one turn of Node accepts.
  const requests = [...several(agent), ...several(false, 100)];
  requests.push(ask(false, { path: forgotPassword.path, body: { email: 'ann@example.com' } }));
  await Promise.all(requests.map(({ sent }) => sent));
  const ended = web.end('SIGTERM');
  web.thaw();
  expect(await Promise.all(requests.map(({ answered }) => answered))).toEqual(requests.map(() => 200));
  expect(await ended).toBe(0);
  // Background work of an answered request is done before the process ends.
  const { rows } = await database.pool.query('select recipient from outbox');
  expect(rows).toEqual([{ recipient: 'ann@example.com' }]);
});

test('a worker whose provider drips ends at once, and well', { timeout }, async () => {
  const provider = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    const drip = setInterval(() => response.write(' '), 50);
    response.once('close', () => clearInterval(drip));
  });
  const asked = once(provider, 'request');
  const settings = {
    DATABASE_URL: database.url,
    FEED: 'espn',
    ESPN_BASE_URL: `http://127.0.0.1:${await listen(provider)}`,
  };
  const worker = await createProcess('worker', 1, settings, createViolations());
  await worker.start();
  await asked;
  const begunMs = performance.now();
  expect(await worker.end('SIGTERM')).toBe(0);
  expect(performance.now() - begunMs).toBeLessThan(5_000);
  expect(worker.lastLines().filter((line) => line.includes('not every part stopped in time'))).toEqual([]);
  provider.closeAllConnections();
  provider.close();
});
