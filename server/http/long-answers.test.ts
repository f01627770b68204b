import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextMacrotask } from 'node:timers/promises';
import express from 'express';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { closeWithConnection } from './close-with-connection.ts';
import { errorHandler } from './errors.ts';
import { type AnswerFile, createLongAnswers, type Parts } from './long-answers.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

let logged = '';

/**
 * Answers every request with these parts, but one for /never, and returns the server's URL. `closed` resolves when the
 * connection of the response has closed.
 */
async function serve(parts: (closed: Promise<unknown>) => Parts, file?: AnswerFile): Promise<string> {
  logged = '';
  const answers = createLongAnswers({ scale: 1 });
  const app = express();
  app.use(closeWithConnection);
  app.get('/never', () => undefined);
  app.get('/', (_req, res) => answers.send(res, 'somebody', parts(once(res, 'close')), file));
  app.use(errorHandler(pino({ level: 'warn' }, { write: (line) => (logged += line) })));
  const server = createServer(app);
  closing.push(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${await listen(server)}`;
}

const part = (letter: string) => Buffer.alloc(100_000, letter);

test('short answers say their length, and long ones come whole without', async () => {
  const [short, long] = ['ab', 'abcdefghij'].map((letters) => [...letters].map(part));
  for (const parts of [short, long]) {
    const answer = await fetch(await serve(() => parts ?? []));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('content-length')).toBe(parts === short ? '200000' : null);
    expect(await answer.text()).toBe(Buffer.concat(parts ?? []).toString());
  }
});

test('a file has its type and its name, and an error in its place has neither', async () => {
  const file = { type: 'text/csv', name: 'bets.csv' };
  for (const parts of [[part('a')], [...'abcdefghij'].map(part)]) {
    const { headers } = await fetch(await serve(() => parts, file));
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/csv',
      'attachment; filename="bets.csv"',
    ]);
  }
  const origin = await serve(() => [...'abcdefghij'].map((letter) => Buffer.alloc(1_000_000, letter)), file);
  const unread = await Promise.all(Array.from({ length: 5 }, () => fetch(origin)));
  const refused = await fetch(origin);
  expect([refused.status, refused.headers.get('content-disposition')]).toEqual([429, null]);
  expect(await refused.json()).toMatchObject({ code: 'too-many' });
  await Promise.all(unread.map((answer) => answer.body?.cancel()));
});

test('parts are made only as far as they are read', async () => {
  let made = 0;
  const origin = await serve(async function* () {
    for (; made < 1_000; made += 1) yield part('a'); // 100 MB
  });
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  closing.push(() => socket.destroy());
  const isWhole = once(socket, 'end');
  socket.write('GET / HTTP/1.1\r\nHost: ching\r\nConnection: close\r\n\r\n');
  await once(socket, 'readable'); // and nothing is read
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = made === before;
        before = made;
        return isStill;
      },
      { timeout: 10_000 },
    )
    .toBe(true);
  expect(made).toBeLessThan(500);
  socket.resume();
  await isWhole;
  expect(made).toBe(1_000);
});

test('an error before anything is sent is answered; one in the middle cuts the connection and is logged', async () => {
  const failing = (good: number) =>
    async function* () {
      for (let at = 0; at < good; at += 1) yield part('a');
      throw new Error('no more');
    };
  const answer = await fetch(await serve(failing(1)));
  expect([answer.status, (await answer.json()).code]).toEqual([500, 'unexpected']);
  const begun = await fetch(await serve(failing(10)));
  expect(begun.status).toBe(200);
  await expect(begun.text()).rejects.toThrow();
  expect(logged).toContain('no more');
});

test.each([0, 10])('a client that leaves after %i parts is no error, and no more is made for it', async (sent) => {
  const leaving = new AbortController();
  let made = 0;
  const ended = new Promise<void>((resolve) => {
    const origin = serve(async function* (closed) {
      try {
        for (; made < 1_000; made += 1) {
          if (made === sent) {
            leaving.abort();
            await closed;
          }
          yield part('a');
        }
      } finally {
        resolve();
      }
    });
    void origin
      .then((url) => fetch(url, { signal: leaving.signal }))
      .then((answer) => answer.text())
      .catch(() => undefined);
  });
  await ended;
  await nextMacrotask();
  expect(made).toBeLessThan(sent + 5);
  expect(logged).toBe('');
});

/** Sends a request that is never answered, and five for long answers, which wait behind it on the same connection. */
function askBehindAnother(origin: string): Socket {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  socket.write(get('/never') + get('/').repeat(5));
  return socket;
}

async function statusOf(origin: string): Promise<number> {
  const answer = await fetch(origin);
  await answer.body?.cancel();
  return answer.status;
}

test('answers that wait behind another one on a connection count no more once it has closed', async () => {
  const origin = await serve(() => [...'abcdefghij'].map(part));
  const socket = askBehindAnother(origin);
  await expect.poll(() => statusOf(origin)).toBe(429);
  socket.destroy();
  await expect.poll(() => statusOf(origin)).toBe(200);
});

test('nor do those of which the first part is made after the connection has closed', async () => {
  let asked = 0;
  const origin = await serve(async function* (closed) {
    asked += 1;
    if (asked <= 5) await closed;
    yield* [...'abcdefghij'].map(part);
  });
  const socket = askBehindAnother(origin);
  await expect.poll(() => asked).toBe(5);
  socket.destroy();
  for (let more = 0; more < 6; more += 1) expect(await statusOf(origin)).toBe(200);
});
