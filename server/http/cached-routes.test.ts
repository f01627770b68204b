import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slateCalls } from '#shared/api/games.ts';
import { listen } from '../lib/listen.ts';
import { createLog } from '../lib/log.ts';
import { type CachedReply, cachedRoutes } from './cached-routes.ts';
import { errorHandler } from './errors.ts';

function replyOf(words: string): CachedReply {
  const json = Buffer.from(JSON.stringify(words));
  return { json, tag: words.replaceAll(' ', '-'), gzip: async () => gzipSync(json) };
}

let isSpent = false;
const { handlers, mount } = cachedRoutes();
mount(slateCalls.NFL.currentWeek, async () => {
  if (isSpent) throw new Error('nothing is ready');
  return replyOf('current');
});
mount(slateCalls.NFL.games, async ({ week, season }) => replyOf(`${week} of ${season}`));

const routed: string[] = [];
const app = express();
app.use(handlers.slice(0, 1)); // serves cached addresses
app.use((req, _res, next) => {
  routed.push(req.url);
  next();
});
app.use(handlers.slice(1));
app.post('/api/games/current-week', (_req, res) => void res.json('posted'));
app.use(errorHandler(createLog('silent')));
const server = createServer(app);
let origin: string;

beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = async (address: string, method = 'GET') => {
  const response = await fetch(`${origin}${address}`, { method });
  return [response.status, await response.text()];
};

test('an address asks for the same each time, in whatever spelling', async () => {
  const wanted = [
    ['/api/games/week/12/2026', '"12 of 2026"'],
    ['/api/games/week/13/2026', '"13 of 2026"'],
    ['/api/games/week/12?season=2025', '"12 of 2025"'],
    ['/api/games/week/12?season=2024', '"12 of 2024"'],
    ['/API/games/week/12/2026/', '"12 of 2026"'],
    ['/api/games/week/%31%32/2026', '"12 of 2026"'],
  ] as const;
  for (const round of [1, 2, 3]) {
    const found = await Promise.all(wanted.map(([address]) => ask(address)));
    expect(found, `round ${round}`).toEqual(wanted.map(([, body]) => [200, body]));
  }
});

test('what is refused once is refused again', async () => {
  for (const _round of [1, 2]) expect((await ask('/api/games/week/x/2026'))[0]).toBe(400);
});

test('what fails once is tried anew', async () => {
  expect(await ask('/api/games/current-week')).toEqual([200, '"current"']);
  isSpent = true;
  expect((await ask('/api/games/current-week'))[0]).toBe(500);
  isSpent = false;
  expect(await ask('/api/games/current-week')).toEqual([200, '"current"']);
});

test('another method at a known address is another request', async () => {
  expect(await ask('/api/games/current-week')).toEqual([200, '"current"']);
  expect(await ask('/api/games/current-week', 'POST')).toEqual([200, '"posted"']);
  expect(await ask('/api/games/current-week', 'HEAD')).toEqual([200, '']);
});

test('more addresses than are remembered are answered all the same', async () => {
  const addresses = Array.from({ length: 300 }, (_, week) => `/api/games/week/${week}/2026`);
  for (const _round of [1, 2]) {
    const found = await Promise.all(addresses.map((address) => ask(address)));
    expect(found).toEqual(addresses.map((_, week) => [200, `"${week} of 2026"`]));
  }
});

test('an address that is requested again and again stays cached, whatever else is requested', async () => {
  const often = '/api/games/week/1/2027';
  await ask(often);
  routed.length = 0;
  for (const year of [2028, 2029, 2030]) {
    await Promise.all(Array.from({ length: 100 }, (_, week) => ask(`/api/games/week/${week}/${year}`)));
    expect(await ask(often)).toEqual([200, '"1 of 2027"']);
  }
  expect(routed).toHaveLength(300);
  expect(routed).not.toContain(often);
});
