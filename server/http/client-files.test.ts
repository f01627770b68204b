import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { clientFiles } from './client-files.ts';
import { closeWithConnection } from './close-with-connection.ts';

const code = 'console.info("Ching")\n'.repeat(200);
let dir: string;
let server: Server;
let origin: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ching-client-'));
  const assets = join(dir, 'assets');
  await mkdir(assets);
  await writeFile(join(dir, 'index.html'), '<title>Ching</title>');
  await writeFile(join(dir, 'landing.html'), '<title>Landing</title>');
  await writeFile(join(dir, 'games.html'), '<title>Slate</title>');
  for (const name of ['slate', 'league', 'my-bets'])
    await writeFile(join(dir, `${name}.html`), `<title>Member's ${name}</title>`);
  await writeFile(join(dir, 'games.html.br'), brotliCompressSync('<title>Slate</title>'));
  await writeFile(join(dir, 'coin.svg'), '<svg/>');
  await writeFile(join(assets, 'index-1.js'), code);
  await writeFile(join(assets, 'index-1.js.br'), brotliCompressSync(code));
  await writeFile(join(assets, 'index-1.js.gz'), gzipSync(code));
  await writeFile(join(assets, 'large-1.js'), Buffer.alloc(20_000_000, ' '));
  server = createServer(
    express()
      .use(closeWithConnection)
      .use(clientFiles(dir, ({ headers }) => headers.cookie === 'sid=1')),
  );
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true });
});

const asked = (path: string, accepted: string) =>
  fetch(`${origin}${path}`, { headers: { 'accept-encoding': accepted } });

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('an asset comes as the browser accepts it: %s', async (accepted, encoding) => {
  const answer = await asked('/assets/index-1.js', accepted);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe(encoding);
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(answer.headers.get('cache-control')).toBe('public,max-age=31536000,immutable');
  expect(answer.headers.get('vary')).toContain('Accept-Encoding');
  expect(await answer.text()).toBe(code);
});

test('an asset of another build is not found, and is not the page', async () => {
  expect((await asked('/assets/index-0.js', 'br')).status).toBe(404);
});

test('every other path is the page, which is asked for anew each time', async () => {
  for (const cookie of ['theme=dark', 'sid=1'])
    for (const path of ['/nowhere', '/forgot-password', '/league'])
      expect(await pageAt(path, cookie)).toEqual(['no-cache', 'Ching']);
});

test.each([
  ['/', "Member's slate"],
  ['/games?sport=NFL', "Member's slate"],
  ['/league/1', "Member's league"],
  ['/my-bets', "Member's my-bets"],
])('with a session %s shows the bars of a member before its script', async (path, title) => {
  expect(await pageAt(path, 'sid=1')).toEqual(['no-cache', title]);
});

test('without a session the two pages that visitors see first are prerendered, and never cached', async () => {
  expect(await pageAt('/')).toEqual(['no-store', 'Landing']);
  expect(await pageAt('/games?sport=NFL')).toEqual(['no-store', 'Slate']);
  expect(await pageAt('/league/1')).toEqual(['no-cache', 'Ching']);
});

test('a prerendered page comes compressed too', async () => {
  const answer = await asked('/games', 'br');
  expect([answer.headers.get('content-encoding'), answer.headers.get('content-type')]).toEqual([
    'br',
    'text/html;charset=utf-8',
  ]);
  expect(await answer.text()).toBe('<title>Slate</title>');
});

test('files requested by their own names have the Cache-Control of their pages', async () => {
  for (const cookie of ['theme=dark', 'sid=1']) {
    expect(await pageAt('/index.html', cookie)).toEqual(['no-cache', 'Ching']);
    expect(await pageAt('/index.html?again', cookie)).toEqual(['no-cache', 'Ching']);
    expect(await pageAt('/landing.html', cookie)).toEqual(['no-store', 'Landing']);
    expect(await pageAt('/games.html', cookie)).toEqual(['no-store', 'Slate']);
  }
  for (const path of ['/coin.svg', '/coin.png', '/assets/index-0.js', '/%E0%A4%A.html']) {
    expect([path, (await asked(path, 'br')).headers.get('cache-control')]).toEqual([path, 'no-cache']);
  }
});

test.each(['/%6canding.html', '/landing.htm%6C', '/%6C%61nding.html?again', '/landing.html/', '/%6canding.html/'])(
  'a prerendered page is not cached under another spelling of its name: %s',
  async (path) => {
    expect(await pageAt(path)).toEqual(['no-store', 'Landing']);
    expect(await pageAt(path, 'sid=1')).toEqual(['no-store', 'Landing']);
  },
);

test('a prerendered page is not cached under the name of its compressed file', async () => {
  for (const path of ['/games.html.br', '/games%2Ehtml.br', '/games.html.%62r/']) {
    const answer = await asked(path, 'br');
    expect([answer.headers.get('cache-control'), await answer.text()]).toEqual(['no-store', '<title>Slate</title>']);
  }
});

test('a page that did not change is not sent again', async () => {
  const path = `${origin}/nowhere`;
  const headers = {
    cookie: 'sid=1',
    'if-none-match': (await fetch(path, { headers: { cookie: 'sid=1' } })).headers.get('etag') ?? '',
  };
  const answer = await fetch(path, { headers });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([304, 'no-cache']);
});

test('a picture is a file of its own, and what is not there is not found', async () => {
  const picture = await fetch(`${origin}/coin.svg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect((await fetch(`${origin}/coin.png`)).status).toBe(404);
  expect((await fetch(`${origin}/coin.svg`, { method: 'POST' })).status).toBe(404);
});

async function pageAt(path: string, cookie = 'theme=dark'): Promise<[cacheControl: string | null, title: string]> {
  const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
  expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Cookie, Accept-Encoding']);
  const [, title = ''] = /<title>([^<]+)/.exec(await answer.text()) ?? [];
  return [answer.headers.get('cache-control'), title];
}

/** How often this process has the file open. */
async function timesOpen(name: string): Promise<number> {
  const opened = await readdir('/proc/self/fd');
  const paths = await Promise.all(opened.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return paths.filter((path) => path.endsWith(name)).length;
}

test.runIf(existsSync('/proc/self/fd'))(
  'a file is closed when its reader leaves, also one that was not yet sent',
  async () => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    socket.write('GET /assets/large-1.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(3));
    await once(socket, 'data');
    socket.pause();
    await expect.poll(() => timesOpen('large-1.js')).toBe(3);
    socket.destroy();
    await expect.poll(() => timesOpen('large-1.js')).toBe(0);
  },
);
