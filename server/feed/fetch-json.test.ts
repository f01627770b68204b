import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { listen } from '../lib/listen.ts';
import { createEspnFeed } from './espn.ts';
import { type Fetch, fetchJson, usualTimeouts } from './fetch-json.ts';
import { createOddsApi } from './the-odds-api.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

/**
 * A provider that sends its headers and then a byte every 20 ms, without end. `left` resolves once its caller is gone.
 */
async function drippingProvider(status = 200): Promise<{ url: string; left: Promise<unknown> }> {
  const drip = (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).write('[');
    const timer = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(timer));
    left(once(response, 'close'));
  };
  let left: (closed: Promise<unknown>) => void = () => undefined;
  const isLeft = new Promise<unknown>((resolve) => {
    left = resolve;
  });
  const server = createServer(drip);
  undo.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { url: `http://127.0.0.1:${await listen(server)}`, left: isLeft };
}

/** A `fetch` whose `inBody` resolves once the caller reads the body. It keeps no reference to the response. */
function watchedFetch(): { fetching: Fetch; inBody: Promise<void> } {
  let answered: () => void = () => undefined;
  const inBody = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const fetching: Fetch = async (url, init) => {
    const response = await fetch(url, init);
    setImmediate(answered); // the caller reads the body by then
    return response;
  };
  return { fetching, inBody };
}

const now = new Date('2026-11-22T18:00:00Z');
const log = pino({ level: 'silent' });
const askOddsApi = (baseUrl: string, fetch: Fetch) =>
  createOddsApi({ apiKey: 'k', baseUrl, fetch, log }).quotes('NBA', now);

test.each([
  ['fetchJson', 200, (url: string, fetch: Fetch) => fetchJson(fetch, new URL(url), usualTimeouts)],
  ['ESPN', 200, (baseUrl: string, fetch: Fetch) => createEspnFeed({ baseUrl, fetch }).day('Hockey', '2026-11-22', now)],
  ['The Odds API', 200, askOddsApi],
  ['The Odds API that explains a refusal', 401, askOddsApi],
])('an answer that drips is given up in time, and its connection closed: %s', async (_name, status, ask) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  undo.push(() => vi.useRealTimers());
  const provider = await drippingProvider(status);
  const { fetching, inBody } = watchedFetch();
  const given = expect(ask(provider.url, fetching)).rejects.toThrow(
    status === 200 ? 'no answer in time' : 'answered 401',
  );
  await inBody;
  collectGarbage();
  vi.advanceTimersByTime(usualTimeouts.wholeMs);
  await given;
  await provider.left;
});

test('a stop ends a call at once, whether it waits for headers or for the body, and closes its connection', async () => {
  const provider = await drippingProvider();
  const silent = createServer();
  undo.push(() => silent.close());
  const hung = new Promise<void>((closed) => {
    silent.once('request', (_request, response) => response.once('close', closed));
  });
  const stop = new AbortController();
  const { fetching, inBody } = watchedFetch();
  const timeouts = { wholeMs: 60_000, silentMs: 60_000 };
  const urls = [new URL(`http://127.0.0.1:${await listen(silent)}`), new URL(provider.url)];
  const calls = urls.map((url) => fetchJson(fetching, url, timeouts, stop.signal));
  const ends = Promise.all(calls.map((call) => expect(call).rejects.toThrow('the process stops')));
  await inBody;
  collectGarbage();
  stop.abort(new Error('the process stops'));
  await ends;
  await Promise.all([provider.left, hung]);
  await expect(fetchJson(fetch, new URL(provider.url), timeouts, stop.signal)).rejects.toThrow('the process stops');
});
