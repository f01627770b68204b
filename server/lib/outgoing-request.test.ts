import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Target } from './allowed-target.ts';
import { listen } from './listen.ts';
import { isPublic, NoOutgoingAnswer, post } from './outgoing-request.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

/** A service on this machine, and the paths that were requested of it. */
async function aService(answer: RequestListener) {
  const requested: string[] = [];
  const server = createServer((req, res) => {
    requested.push(`${req.method} ${req.url}`);
    answer(req, res);
  });
  servers.push(server);
  return { requested, port: await listen(server) };
}

const sendTo = (url: string, more: Partial<Target> = {}, timeoutMs = 10_000) =>
  post({ target: { url: new URL(url), mayBePrivate: true, ...more }, headers: {}, body: 'hello', timeoutMs });

const codeOf = async (sent: Promise<unknown>) => {
  const error = await sent.catch((caught: unknown) => caught);
  return error instanceof NoOutgoingAnswer ? error.code : error;
};

test('an answer is its status and the wait that it asks for', async () => {
  const { port } = await aService((_req, res) => res.writeHead(429, { 'retry-after': '7' }).end('slow down'));
  expect(await sendTo(`http://127.0.0.1:${port}/a`)).toEqual({ status: 429, retryAfterMs: 7_000 });
});

test('the wait may be a date, by the clock of the service that names it', async () => {
  const at = (seconds: number) => new Date(Date.UTC(2031, 0, 1, 0, 0, seconds)).toUTCString();
  const { port } = await aService((_req, res) => res.writeHead(503, { date: at(0), 'retry-after': at(90) }).end());
  expect(await sendTo(`http://127.0.0.1:${port}/a`)).toEqual({ status: 503, retryAfterMs: 90_000 });
});

test.each([301, 302, 303, 307, 308])('a redirect with %d is an answer, and nothing follows it', async (status) => {
  const inside = await aService((_req, res) => res.end());
  const location = `http://127.0.0.1:${inside.port}/secret`;
  const outside = await aService((_req, res) => res.writeHead(status, { location }).end());
  expect(await sendTo(`http://127.0.0.1:${outside.port}/a`)).toEqual({ status, retryAfterMs: null });
  expect(inside.requested).toEqual([]);
});

describe('a private address is not called', () => {
  test.each(['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'])(
    'by number: %s',
    async (host) => {
      const { port, requested } = await aService((_req, res) => res.end());
      expect(await codeOf(sendTo(`http://${host}:${port}/a`, { mayBePrivate: false }))).toBe('private-address');
      expect(requested).toEqual([]);
    },
  );

  test('by a name of this machine', async () => {
    const { port, requested } = await aService((_req, res) => res.end());
    expect(await codeOf(sendTo(`http://localhost:${port}/a`, { mayBePrivate: false }))).toBe('private-address');
    expect(requested).toEqual([]);
  });

  test.each([
    ['127.0.0.1'],
    ['169.254.169.254'],
    ['10.1.2.3'],
    ['::1'],
    ['fe80::1'],
    ['93.184.215.14', '192.168.1.1'], // one of several is enough
  ])('by a name that somebody points at %s', async (...addresses) => {
    const { port, requested } = await aService((_req, res) => res.end());
    const target = { url: new URL(`http://push.example:${port}/a`), mayBePrivate: false };
    const sent = post({ target, headers: {}, body: '', timeoutMs: 10_000 }, (_name, _options, done) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
    expect(await codeOf(sent)).toBe('private-address');
    expect(requested).toEqual([]);
  });
});

test.each([
  ['0.0.0.0', false],
  ['10.255.255.255', false],
  ['11.0.0.0', true],
  ['100.64.0.1', false],
  ['100.128.0.1', true],
  ['127.255.255.254', false],
  ['169.254.169.254', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['198.19.255.255', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['142.250.74.106', true],
  ['::', false],
  ['::1', false],
  ['::ffff:142.250.74.106', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1%eth0', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['2002:7f00:1::', false],
  ['2a00:1450:4001:82b::200a', true],
])('whether %s is public: %j', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

describe('a service that does not answer', () => {
  test('is left after the time limit', async () => {
    const { port, requested } = await aService(() => undefined);
    expect(await codeOf(sendTo(`http://127.0.0.1:${port}/a`, {}, 200))).toBe('too-late');
    expect(requested).toEqual(['POST /a']);
  });

  test('is left at once when the process stops, with the reason of the stop', async () => {
    const stop = new AbortController();
    const { port } = await aService(() => stop.abort(new Error('the process stops')));
    const target = { url: new URL(`http://127.0.0.1:${port}/a`), mayBePrivate: true };
    const sent = post({ target, headers: {}, body: '', timeoutMs: 60_000, stop: stop.signal });
    await expect(sent).rejects.toThrow('the process stops');
  });

  test('is named by a code, without its address', async () => {
    const { port } = await aService(() => undefined);
    await new Promise((closed) => servers.pop()?.close(closed));
    const error: unknown = await sendTo(`http://127.0.0.1:${port}/secret`).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'NoOutgoingAnswer', code: 'ECONNREFUSED' });
    expect(String(error)).not.toContain('secret');
  });
});

describe('a request that must not arrive twice', () => {
  const once = async (url: string, timeoutMs = 10_000, stop?: AbortSignal) => {
    const target = { url: new URL(url), mayBePrivate: true };
    const error: unknown = await post({ target, headers: {}, body: 'hello', timeoutMs, stop, once: true }).catch(
      (caught: unknown) => caught,
    );
    return error instanceof NoOutgoingAnswer ? [error.code, error.wasSent] : error;
  };

  /** A server that does this with each connection. */
  async function accepting(connected: (socket: Socket) => void): Promise<number> {
    const server = createTcpServer(connected);
    sockets.push(server);
    return listen(server);
  }
  const sockets: TcpServer[] = [];
  afterEach(() => {
    for (const server of sockets.splice(0)) server.close();
  });

  test('is answered like others', async () => {
    const { port, requested } = await aService((_req, res) => res.end());
    expect(await once(`http://127.0.0.1:${port}/a`)).toEqual({ status: 200, retryAfterMs: null });
    expect(requested).toEqual(['POST /a']);
  });

  test('was not sent if nobody listens', async () => {
    const { port } = await aService(() => undefined);
    await new Promise((closed) => servers.pop()?.close(closed));
    expect(await once(`http://127.0.0.1:${port}/a`)).toEqual(['ECONNREFUSED', false]);
  });

  test('was not sent if its host has no address', async () => {
    expect(await once('http://nowhere.invalid/a')).toEqual([expect.stringMatching(/^ENOTFOUND|^EAI_AGAIN/), false]);
  });

  test('was not sent if the handshake takes too long, or fails', async () => {
    const mute = await accepting((socket) => socket.on('error', () => undefined));
    expect(await once(`https://127.0.0.1:${mute}/a`, 200)).toEqual(['too-late', false]);
    const odd = await accepting((socket) => socket.end('no TLS'));
    expect(await once(`https://127.0.0.1:${odd}/a`)).toEqual([expect.any(String), false]);
  });

  test('may have arrived if its time is over, or the connection breaks', async () => {
    const silent = await aService(() => undefined);
    expect(await once(`http://127.0.0.1:${silent.port}/a`, 200)).toEqual(['too-late', true]);
    const breaking = await aService((req) => req.socket.destroy());
    expect(await once(`http://127.0.0.1:${breaking.port}/a`)).toEqual(['ECONNRESET', true]);
    const odd = await aService((req) => req.socket.end('no HTTP'));
    expect(await once(`http://127.0.0.1:${odd.port}/a`)).toEqual([expect.stringMatching(/^HPE_/), true]);
  });

  test('is still answered when the process stops meanwhile', async () => {
    const stop = new AbortController();
    const { port } = await aService((_req, res) => {
      stop.abort(new Error('the process stops'));
      setImmediate(() => res.end());
    });
    expect(await once(`http://127.0.0.1:${port}/a`, 10_000, stop.signal)).toMatchObject({ status: 200 });
  });

  test('has two seconds for its answer when the process stops', async () => {
    const stop = new AbortController();
    const { port } = await aService(() => stop.abort(new Error('the process stops')));
    expect(await once(`http://127.0.0.1:${port}/a`, 60_000, stop.signal)).toEqual(['stopped', true]);
  });

  test('is not sent once the process stops', async () => {
    const stop = new AbortController();
    const port = await accepting(() => stop.abort(new Error('the process stops')));
    expect(await once(`https://127.0.0.1:${port}/a`, 60_000, stop.signal)).toEqual(new Error('the process stops'));
  });
});

test('an answer without an end costs no more than its first part', async () => {
  const closed = new Promise<void>((resolve) => {
    void aService((_req, res) => {
      res.on('close', resolve);
      const more = () => !res.destroyed && res.write('x'.repeat(10_000), () => setImmediate(more));
      more();
    }).then(({ port }) => sendTo(`http://127.0.0.1:${port}/a`, {}, 60_000));
  });
  await closed;
});
