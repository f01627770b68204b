import { createServer, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { DrizzleQueryError } from 'drizzle-orm';
import express from 'express';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalBody } from '#shared/api/errors.ts';
import { listen } from '../lib/listen.ts';
import { createLog } from '../lib/log.ts';
import { Refusal } from '../lib/refusal.ts';
import { type Player, testWorld, type Visitor, type World } from '../testing/world.ts';
import { errorHandler } from './errors.ts';

let world: World;
let player: Player;

beforeAll(async () => {
  world = await testWorld();
  player = await world.signUp();
});
afterAll(() => world.drop());

/** Expects a refusal to be JSON, short and without internals of the server. */
async function refused(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const text = await response.text();
  expect(text).not.toMatch(/select |insert |\bat \/|node_modules|\.ts\b|stack|\$1|password_hash/i);
  expect(text.length).toBeLessThan(400);
  return { status: response.status, ...refusalBody().parse(JSON.parse(text)) };
}

const post = async (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${world.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return refused(response);
};

describe('a body', () => {
  test('of more than 16 kB is refused', async () => {
    const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(17 * 1024) });
    expect(await post(body)).toMatchObject({ status: 413, message: 'The body is too large' });
  });

  test('that is compressed is refused, however small', async () => {
    const body = new Uint8Array(gzipSync('{}'));
    expect(await post(body, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 415,
      message: 'Compressed bodies are not accepted',
    });
  });

  test('in a charset that is none of JSON’s is refused', async () => {
    expect(await post('{}', { 'content-type': 'application/json; charset=latin1' })).toMatchObject({ status: 415 });
  });

  test.each([
    ['broken', '{"email": "a@example.com"'],
    ['no JSON at all', '<html></html>'],
    ['a word', 'true'],
    ['a text', '"text"'],
    ['null', 'null'],
    ['bytes', '\u0000\u0001'],
    ['7,000 brackets', '['.repeat(7_000)],
  ])('that is %s is refused', async (_name, body) => {
    expect(await post(body)).toEqual({ status: 400, message: 'The body is not JSON', code: 'bad-input' });
  });

  test.each([
    ['deep', `${'['.repeat(7_000)}${']'.repeat(7_000)}`],
    ['deep in a field', `{"email":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)},"password":"x"}`],
    ['a list', '[{"email":"a@example.com","password":"correct horse"}]'],
    ['empty', '{}'],
    ['made of prototypes', '{"__proto__":{"email":"a@example.com","password":"x"},"constructor":{"prototype":{}}}'],
  ])('that is %s is refused as input', async (_name, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: 'bad-input' });
  });
});

/** Writes with `send` to a raw connection. Returns the response after the server has closed the connection. */
async function rawAnswer(send: (socket: Socket) => void): Promise<string> {
  const socket = connect(Number(new URL(world.origin).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined); // a write after the server has closed the connection
  send(socket);
  await new Promise((closed) => socket.once('close', closed));
  return text;
}

const head = (path: string, ...headers: string[]) =>
  ['POST', path, 'HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'].join(' ') +
  headers.map((header) => `${header}\r\n`).join('') +
  '\r\n';

describe('a body that is not looked into', () => {
  const broken = { body: '{"name": ' };
  const long = { body: JSON.stringify({ name: 'x'.repeat(70_000) }) };
  const statuses = async (method: string, path: string, who: Visitor) =>
    [await who.raw(method, path, broken), await who.raw(method, path, long)].map(({ status }) => status);

  test.each([
    ['POST', '/api/groups'],
    ['POST', '/api/groups/join'],
    ['POST', '/api/bets'],
    ['POST', '/api/admin/manual-odds/bulk'],
    ['PATCH', '/api/groups/0197f0a0-0000-7000-8000-000000000000'],
  ])('is that of %s %s by who is not signed in', async (method, path) => {
    expect(await statuses(method, path, world.visitor())).toEqual([401, 401]);
  });

  test('is that of who has no right to the call', async () => {
    const league = await world.league(await world.signUp());
    expect(await statuses('PATCH', `/api/groups/${league.id}`, player)).toEqual([404, 404]);
    expect(await statuses('POST', '/api/admin/manual-odds/bulk', player)).toEqual([403, 403]);
  });

  test('is judged for who may call', async () => {
    expect(await statuses('POST', '/api/groups', player)).toEqual([400, 413]);
    expect(await statuses('POST', '/api/auth/login', world.visitor())).toEqual([400, 413]);
  });

  test('is refused by its Content-Length before a byte of it has come, and the connection closed', async () => {
    const answer = await rawAnswer((socket) => socket.write(head('/api/auth/login', 'Content-Length: 52428800')));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/\r\nConnection: close\r\n/);
    const signedOut = await rawAnswer((socket) => socket.write(head('/api/groups', 'Content-Length: 52428800')));
    expect(signedOut).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('is cut at the limit when it comes in chunks without an end, and the connection closed', async () => {
    const chunk = Buffer.from(`4000\r\n${'x'.repeat(0x4000)}\r\n`);
    const answer = await rawAnswer((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', more);
      socket.write(head('/api/auth/login', 'Transfer-Encoding: chunked'));
      more();
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a client that reads only once it has written 50 MB', () => {
  const written = 50 * 1_024 * 1_024;
  const chunk = Buffer.alloc(64 * 1_024, 'x');

  /** Writes all of `parts` without reading a byte, then reads until the server ends the connection. */
  async function answerAfter(parts: Iterable<Buffer | string>): Promise<string> {
    const socket = connect(Number(new URL(world.origin).port), '127.0.0.1').pause();
    const failed = new Promise<never>((_, reject) => socket.once('error', reject));
    const write = async () => {
      for (const part of parts) {
        await new Promise<void>((done, fail) => socket.write(part, (error) => (error ? fail(error) : done())));
      }
      return (await socket.setEncoding('utf8').toArray()).join('');
    };
    return Promise.race([write(), failed]);
  }

  function* body(before = '', after = '') {
    for (let sent = 0; sent < written; sent += chunk.length) {
      yield before;
      yield chunk;
      yield after;
    }
  }

  test.each([
    ['/api/auth/login', /^HTTP\/1\.1 413 .*"message":"The body is too large"/s],
    ['/api/groups', /^HTTP\/1\.1 401 .*"message":"Unauthorized"/s],
    ['/api/nothing', /^HTTP\/1\.1 404 .*"message":"Not found"/s],
  ])('gets the refusal of %s, with its words', async (path, answer) => {
    function* request() {
      yield head(path, `Content-Length: ${written}`);
      yield* body();
    }
    expect(await answerAfter(request())).toMatch(answer);
  });

  test('gets it for chunks as well', async () => {
    function* request() {
      yield head('/api/auth/login', 'Transfer-Encoding: chunked');
      yield* body('10000\r\n', '\r\n');
      yield '0\r\n\r\n';
    }
    expect(await answerAfter(request())).toMatch(/^HTTP\/1\.1 413 .*"message":"The body is too large"/s);
  });
});

describe('a path', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['POST', '/api/nothing'],
    ['DELETE', '/api/groups'],
    ['PUT', '/api/bets'],
    ['PATCH', '/api/auth/user'],
    ['POST', '/api/games/mlb'],
    ['GET', '/api/games/cricket'],
    ['GET', '/api/__proto__'],
    ['GET', '/nothing/that.exists'],
  ])('that does not exist, %s %s, is a 404 in JSON', async (method, path) => {
    const response = await player.raw(method, path);
    expect(await refused(response)).toEqual({ status: 404, message: 'Not found', code: 'not-found' });
  });

  test.each(['/api/groups/%E0%A4%A/leaderboard', '/api/groups/%00/leaderboard', '/api/games/week/%C0%80'])(
    'that cannot be decoded, %s, is a 400 in JSON',
    async (path) => {
      expect(await refused(await player.raw('GET', path))).toMatchObject({ status: 400, code: 'bad-input' });
    },
  );

  test('is never answered to TRACE', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      request(`${world.origin}/api/groups`, { method: 'TRACE' }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
    expect(status).toBe(404);
  });
});

/** The response and the log of a handler that throws `error`. */
async function answerTo(error: unknown): Promise<{ response: Response; log: string }> {
  let log = '';
  const app = express();
  app.get('/', () => {
    throw error;
  });
  app.use(errorHandler(createLog('info', { write: (line) => (log += line) })));
  const server = createServer(app);
  const response = await fetch(`http://127.0.0.1:${await listen(server)}/`);
  server.close();
  return { response, log };
}

/** A database error as Drizzle wraps it. Its message contains the SQL and the values. */
function queryError(code: string, constraint?: string): DrizzleQueryError {
  const cause = new pg.DatabaseError('duplicate key value: canary@example.com', 1, 'error');
  cause.code = code;
  cause.constraint = constraint;
  return new DrizzleQueryError('select password_hash from users where email = $1', ['canary@example.com'], cause);
}

describe('an error', () => {
  test.each([
    ['22P02', 400, 'bad-input'],
    ['22003', 400, 'bad-input'],
    ['22021', 400, 'bad-input'],
    ['40001', 503, 'busy'],
    ['40P01', 503, 'busy'],
    ['55P03', 503, 'busy'],
    ['57014', 503, 'busy'],
    ['57P01', 503, 'unavailable'],
    ['08006', 503, 'unavailable'],
    ['53300', 503, 'unavailable'],
    ['3D000', 503, 'unavailable'],
    ['28P01', 503, 'unavailable'],
    ['23514', 500, 'unexpected'],
    ['23505', 500, 'unexpected'],
    ['23503', 500, 'unexpected'],
    ['42P01', 500, 'unexpected'],
    ['42501', 500, 'unexpected'],
  ])('%s of the database is answered %i %s without a word of it', async (state, status, code) => {
    const { response } = await answerTo(queryError(state));
    expect(await refused(response)).toMatchObject({ status, code });
    expect(response.headers.has('retry-after')).toBe(status === 503);
  });

  test.each([
    ['23514', 'members_available'],
    ['23505', 'ledger_once'],
    ['23503', 'legs_game_id_games_id_fk'],
  ])('%s breaks a rule of a table: %s is named in the log, without the values', async (state, constraint) => {
    const { response, log } = await answerTo(queryError(state, constraint));
    const { requestId } = await refused(response);
    expect(JSON.parse(log)).toMatchObject({ level: 50, requestId, err: { cause: { code: state, constraint } } });
    expect(log).not.toContain('canary');
  });

  test.each([
    ['ECONNREFUSED', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [
      'several refused connections',
      new AggregateError([Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })]),
    ],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a pool that waited too long', new Error('timeout exceeded when trying to connect')],
  ])('that means no database, %s, is a 503', async (_name, cause) => {
    const { response } = await answerTo(new DrizzleQueryError('select 1', [], cause));
    expect(await refused(response)).toMatchObject({ status: 503, code: 'unavailable' });
  });

  test('that nobody expected is bland, with an id to find it by in the log', async () => {
    const { response, log } = await answerTo(new TypeError('cannot read properties of secret-canary'));
    const { status, message, code, requestId } = await refused(response);
    expect([status, message, code]).toEqual([500, 'Something went wrong', 'unexpected']);
    expect(log).toContain(requestId);
  });

  test.each([['text'], [undefined], [null], [{ status: 200 }], [{ status: 418, message: 'teapot' }]])(
    'that is no error but %j is bland too',
    async (thrown) => {
      if (thrown === undefined || thrown === null)
        return void expect((await answerTo(thrown)).response.status).toBe(404);
      expect(await refused((await answerTo(thrown)).response)).toMatchObject({ status: 500, code: 'unexpected' });
    },
  );

  test('that is a refusal keeps its words, its code and when to try again', async () => {
    const { response, log } = await answerTo(
      new Refusal(409, 'too-late', 'The join deadline has passed', { retryAfter: 3 }),
    );
    expect(await refused(response)).toEqual({ status: 409, code: 'too-late', message: 'The join deadline has passed' });
    expect(response.headers.get('retry-after')).toBe('3');
    expect(log).toBe('');
  });
});
