import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextMacrotask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { drainable } from './drain.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

type Served = { server: Server; port: number; drain: ReturnType<typeof drainable> };

async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  const drain = drainable(server);
  return { server, port: await listen(server), drain };
}

async function client({ port }: Served): Promise<{ socket: Socket; bytes(): number; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const ended = new Promise((resolve) => socket.once('end', () => resolve('ended')).once('error', resolve));
  return { socket, bytes: () => socket.bytesRead, ended };
}

const request = 'GET / HTTP/1.1\r\nHost: ching\r\n\r\n';

test('an answer that has begun comes whole, also to a client that reads it late', async () => {
  const size = 24 * 1024 * 1024; // more than the network buffers between the two
  const served = await serve((_request, response) => void response.end(Buffer.alloc(size)));
  const { socket, bytes, ended } = await client(served);
  socket.write(request);
  await once(socket, 'readable'); // and nothing is read
  const drained = served.drain({ idleMs: 0, wholeMs: 60_000 });
  const listening = () => served.server.listening;
  await expect.poll(listening).toBe(false);
  for (let passed = 0; passed < 100; passed += 1) await nextMacrotask();
  socket.resume();
  expect(await ended).toBe('ended');
  expect(bytes()).toBeGreaterThan(size);
  socket.end();
  await drained;
});

test('a request that comes on an idle connection after the stop is answered, as the last one on it', async () => {
  const served = await serve((_request, response) => void response.end('well'));
  const { socket, ended } = await client(served);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(request);
  await expect.poll(() => text).toContain('well');
  expect(text).toContain('Connection: keep-alive');
  const drained = served.drain({ idleMs: 60_000, wholeMs: 60_000 });
  await expect.poll(() => served.server.listening).toBe(false);
  text = '';
  socket.write(request);
  expect(await ended).toBe('ended');
  expect(text).toMatch(/^HTTP\/1\.1 200[\s\S]*Connection: close[\s\S]*well/);
  socket.end();
  await drained;
});

test('a request of which a part has come is waited for', async () => {
  const served = await serve((_request, response) => void response.end('well'));
  const { socket, ended } = await client(served);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.write(request.slice(0, 20));
  const drained = served.drain({ idleMs: 0, wholeMs: 60_000 });
  await expect.poll(() => served.server.listening).toBe(false);
  socket.write(request.slice(20));
  expect(await ended).toBe('ended');
  expect(text).toContain('well');
  socket.end();
  await drained;
});

test('idle connections and clients that read nothing do not hold up the end', async () => {
  const size = 24 * 1024 * 1024;
  const served = await serve((_request, response) => void response.end(Buffer.alloc(size)));
  const [idle, stuck] = [await client(served), await client(served)];
  stuck.socket.write(request);
  await once(stuck.socket, 'readable');
  await served.drain({ idleMs: 0, wholeMs: 300 });
  idle.socket.resume();
  stuck.socket.resume();
  await Promise.all([idle.ended, stuck.ended]);
  expect(stuck.bytes()).toBeLessThan(size);
});

test('a drained server is freed: no timer of Node refers to it any more', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const drained = await serve((_request, response) => void response.end('well')).then(async ({ server, drain }) => {
    await drain();
    return new WeakRef(server);
  });
  const isFreed = () => {
    collectGarbage();
    return drained.deref() === undefined;
  };
  await expect.poll(isFreed).toBe(true);
});
