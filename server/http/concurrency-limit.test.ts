import { once } from 'node:events';
import { Agent, type ClientRequest, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { dropDisconnected, limitConcurrency } from './concurrency-limit.ts';
import { errorHandler } from './errors.ts';

const agent = new Agent({ keepAlive: true });
const lastsLong = 60_000;

let server: Server;
/** Who came to the door, who left before they had an answer, and who is being worked on, in their order. */
let came: string[];
let left: string[];
let begun: string[];
let answers: Map<string, Response>;
/** What every request waits for before the work on it begins, as for its session. */
let session: Promise<unknown>;

/** Two at a time, and two in line. */
async function open(waitMs: number): Promise<void> {
  const app = express();
  const leaving: string[] = [];
  [came, left, begun, answers] = [[], leaving, [], new Map()];
  session = Promise.resolve();
  app.use((req, res, next) => {
    came.push(req.path);
    res.once('close', () => res.writableFinished || leaving.push(req.path));
    next();
  });
  app.use(limitConcurrency(2, { maxWaiting: 2, waitMs }));
  app.use((_req, _res, next) => void session.then(() => next()));
  app.use(dropDisconnected);
  app.get('/:name', (req, res) => {
    begun.push(req.path);
    answers.set(req.path, res);
  });
  app.use(errorHandler(pino({ level: 'silent' })));
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

type Comer = {
  request: ClientRequest;
  answered: Promise<[status: number | undefined, retryAfter: string | undefined]>;
};

/** Comes to the door, after all who came before. */
async function comes(name: string): Promise<Comer> {
  const { port } = server.address() as AddressInfo;
  const request = get({ host: '127.0.0.1', port, path: `/${name}`, agent });
  const answered = once(request, 'response').then(([response]) => {
    response.resume();
    return [response.statusCode, response.headers['retry-after']] as [number, string | undefined];
  });
  answered.catch(() => undefined); // whoever leaves gets none
  await expect.poll(() => came).toContain(`/${name}`);
  return { request, answered };
}

const answer = (name: string) => answers.get(`/${name}`)?.json({});

test('as many as have a turn are worked on, and the others after them in the order in which they came', async () => {
  await open(lastsLong);
  const comers = [await comes('ann'), await comes('ben'), await comes('cleo'), await comes('dev')];
  await expect.poll(() => begun).toEqual(['/ann', '/ben']);
  answer('ann');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/cleo']);
  answer('ben');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/cleo', '/dev']);
  answer('cleo');
  answer('dev');
  expect((await Promise.all(comers.map(({ answered }) => answered))).map(([status]) => status)).toEqual([
    200, 200, 200, 200,
  ]);
});

test('who leaves before their turn is not worked on', async () => {
  await open(lastsLong);
  for (const name of ['ann', 'ben']) await comes(name);
  const gone = await comes('cleo');
  await comes('dev');
  gone.request.destroy();
  await expect.poll(() => left).toEqual(['/cleo']);
  answer('ann');
  answer('ben');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/dev']);
});

test('who has left by the time their session is read is not worked on, and the next one is', async () => {
  await open(lastsLong);
  let read = (_done: unknown) => {};
  session = new Promise((done) => {
    read = done;
  });
  const gone = await comes('ann');
  for (const name of ['ben', 'cleo']) await comes(name);
  gone.request.destroy();
  await expect.poll(() => left).toEqual(['/ann']);
  read(null);
  await expect.poll(() => begun).toEqual(['/ben', '/cleo']);
});

test('who leaves while they are worked on keeps the turn until that is done', async () => {
  await open(lastsLong);
  const gone = await comes('ann');
  for (const name of ['ben', 'cleo']) await comes(name);
  await expect.poll(() => begun).toEqual(['/ann', '/ben']);
  gone.request.destroy();
  await expect.poll(() => left).toEqual(['/ann']);
  await comes('dev');
  expect(begun).toEqual(['/ann', '/ben']);
  answer('ann');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/cleo']);
});

test('an answer that goes on gives its turn away when it begins', async () => {
  await open(lastsLong);
  const stream = await comes('ann');
  for (const name of ['ben', 'cleo']) await comes(name);
  answers.get('/ann')?.writeHead(200).write('one');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/cleo']);
  answers.get('/ann')?.end('two');
  await stream.answered;
  await comes('dev');
  expect(begun).toEqual(['/ann', '/ben', '/cleo']);
});

test('who finds the line full is told at once to come back, and so is who has waited too long', async () => {
  await open(500);
  await comes('ann');
  await comes('ben');
  const [cleo, dev] = [await comes('cleo'), await comes('dev')];
  const eva = await comes('eva');
  expect(await eva.answered).toEqual([503, '1']);
  expect(await Promise.all([cleo.answered, dev.answered])).toEqual([
    [503, '1'],
    [503, '1'],
  ]);
  answer('ann');
  await comes('finn');
  await expect.poll(() => begun).toEqual(['/ann', '/ben', '/finn']);
});
