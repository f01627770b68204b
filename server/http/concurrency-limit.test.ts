import { once } from 'node:events';
import { Agent, type ClientRequest, createServer, get, type Server } from 'node:http';
import express, { type Response } from 'express';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { dropDisconnected, limitConcurrency } from './concurrency-limit.ts';
import { errorHandler } from './errors.ts';

const agent = new Agent({ keepAlive: true });
const longWaitMs = 60_000;

let server: Server;
let port: number;
/** Paths in order: received requests, requests whose client disconnected before the response, and started handlers. */
let received: string[];
let disconnected: string[];
let started: string[];
let answers: Map<string, Response>;
/** Every request waits for this promise before its handler starts, as it would wait for its session. */
let session: Promise<unknown>;

/** Starts a server with two slots and a queue of two. */
async function open(waitMs: number): Promise<void> {
  const app = express();
  const disconnecting: string[] = [];
  [received, disconnected, started, answers] = [[], disconnecting, [], new Map()];
  session = Promise.resolve();
  app.use((req, res, next) => {
    received.push(req.path);
    res.once('close', () => res.writableFinished || disconnecting.push(req.path));
    next();
  });
  app.use(limitConcurrency(2, { maxWaiting: 2, waitMs }));
  app.use((_req, _res, next) => void session.then(() => next()));
  app.use(dropDisconnected);
  app.get('/:name', (req, res) => {
    started.push(req.path);
    answers.set(req.path, res);
  });
  app.use(errorHandler(pino({ level: 'silent' })));
  server = createServer(app);
  port = await listen(server);
}

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

type Client = {
  request: ClientRequest;
  answered: Promise<[status: number | undefined, retryAfter: string | undefined]>;
};

/** Sends a request and waits until the server has received it. */
async function send(name: string): Promise<Client> {
  const request = get({ host: '127.0.0.1', port, path: `/${name}`, agent });
  const answered = once(request, 'response').then(([response]) => {
    response.resume();
    return [response.statusCode, response.headers['retry-after']] as [number, string | undefined];
  });
  answered.catch(() => undefined); // a client that disconnects gets no response
  await expect.poll(() => received).toContain(`/${name}`);
  return { request, answered };
}

const answer = (name: string) => answers.get(`/${name}`)?.json({});

test('as many requests run as there are slots, and the others after them in the order in which they came', async () => {
  await open(longWaitMs);
  const clients = [await send('ann'), await send('ben'), await send('cleo'), await send('dev')];
  await expect.poll(() => started).toEqual(['/ann', '/ben']);
  answer('ann');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/cleo']);
  answer('ben');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/cleo', '/dev']);
  answer('cleo');
  answer('dev');
  expect((await Promise.all(clients.map(({ answered }) => answered))).map(([status]) => status)).toEqual([
    200, 200, 200, 200,
  ]);
});

test('a request whose client leaves the queue is not run', async () => {
  await open(longWaitMs);
  for (const name of ['ann', 'ben']) await send(name);
  const gone = await send('cleo');
  await send('dev');
  gone.request.destroy();
  await expect.poll(() => disconnected).toEqual(['/cleo']);
  answer('ann');
  answer('ben');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/dev']);
});

test('a request whose client has left by the time its session is read is not run, and the next one is', async () => {
  await open(longWaitMs);
  let read = (_done: unknown) => {};
  session = new Promise((done) => {
    read = done;
  });
  const gone = await send('ann');
  for (const name of ['ben', 'cleo']) await send(name);
  gone.request.destroy();
  await expect.poll(() => disconnected).toEqual(['/ann']);
  read(null);
  await expect.poll(() => started).toEqual(['/ben', '/cleo']);
});

test('a running request whose client leaves keeps its slot until it is done', async () => {
  await open(longWaitMs);
  const gone = await send('ann');
  for (const name of ['ben', 'cleo']) await send(name);
  await expect.poll(() => started).toEqual(['/ann', '/ben']);
  gone.request.destroy();
  await expect.poll(() => disconnected).toEqual(['/ann']);
  await send('dev');
  expect(started).toEqual(['/ann', '/ben']);
  answer('ann');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/cleo']);
});

test('a long response frees its slot when it begins', async () => {
  await open(longWaitMs);
  const stream = await send('ann');
  for (const name of ['ben', 'cleo']) await send(name);
  answers.get('/ann')?.writeHead(200).write('one');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/cleo']);
  answers.get('/ann')?.end('two');
  await stream.answered;
  await send('dev');
  expect(started).toEqual(['/ann', '/ben', '/cleo']);
});

test('a full queue refuses at once, and a request that has waited too long is refused too', async () => {
  await open(500);
  await send('ann');
  await send('ben');
  const [cleo, dev] = [await send('cleo'), await send('dev')];
  const eva = await send('eva');
  expect(await eva.answered).toEqual([503, '1']);
  expect(await Promise.all([cleo.answered, dev.answered])).toEqual([
    [503, '1'],
    [503, '1'],
  ]);
  answer('ann');
  await send('finn');
  await expect.poll(() => started).toEqual(['/ann', '/ben', '/finn']);
});
