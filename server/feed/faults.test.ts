import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listen } from '../lib/listen.ts';
import { type FaultyFeed, startFaultyFeed } from '../testing/faulty-feed.ts';
import { testWorld, type World } from '../testing/world.ts';
import type { ExamplePayload } from './examples/example.ts';

/**
 * Faulty answers of a feed through the whole server: a provider behind HTTP, the adapter, the job that pulls, the
 * database, and the calls of a player. `game-faults.test.ts` has the faults of a single game.
 * Source: docs/feeds.md#faults.
 */
const json = { 'content-type': 'application/json' };

let world: World;
let feed: FaultyFeed;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  await world.clear();
  feed = await startFaultyFeed(world);
});
afterEach(() => feed.close());
afterAll(() => world.drop());

describe('a provider that hangs', () => {
  test('an answer that begins and never ends is given up, and the next sport is polled all the same', async () => {
    const stalling = createServer((_request, reply) => reply.writeHead(200, json).write('{"events":['));
    const port = await listen(stalling);
    feed.answerWith((url, honest, init) =>
      url.pathname.endsWith('/nfl/scoreboard') ? fetch(`http://127.0.0.1:${port}`, init) : honest(),
    );
    await feed.expectNoChange();
    expect(await feed.lastPull()).toMatchObject({ sport: 'NFL', failure: 'nfl: no answer in time' });
    await feed.poll('NBA');
    expect(await feed.lastPull()).toMatchObject({ sport: 'NBA', failure: null, seen: 8 });
    stalling.closeAllConnections();
    await new Promise((closed) => stalling.close(closed));
  });
});

describe('an answer that is an error, a page or broken JSON', () => {
  test.each([
    ['status 500', 'answered 500', () => new Response('{}', { status: 500, headers: json })],
    [
      'status 429',
      'answered 429',
      () => new Response('{}', { status: 429, headers: { ...json, 'retry-after': '60' } }),
    ],
    ['status 503', 'answered 503', () => new Response('', { status: 503 })],
    ['a page', 'answered no JSON', () => new Response('<h1>Down</h1>', { headers: { 'content-type': 'text/html' } })],
    ['half of its JSON', 'answered broken JSON', () => new Response('{"events":[{"id":"1"', { headers: json })],
    ['nothing', 'answered broken JSON', () => new Response('', { headers: json })],
    [
      'another charset',
      'not reachable, or broken off',
      () => new Response(new Uint8Array([0x22, 0xe9, 0x22]), { headers: json }),
    ],
    ['other JSON', 'answered something else than a scoreboard', () => Response.json({ games: [] })],
    ['an end of the line', 'not reachable, or broken off', () => Promise.reject(new TypeError('fetch failed'))],
  ] as const)(
    '%s leaves the last slate as it is, is noted with its reason, and is over when it is over',
    async (_name, reason, answer) => {
      feed.answerWith(async () => answer());
      feed.changeGame({ stage: 'live', home: 7, away: 0 });
      for (let number = 0; number < 3; number += 1) await feed.expectNoChange();
      expect(await feed.lastPull()).toMatchObject({ failure: `nfl: ${reason}`, seen: 0 });
      feed.recover();
      await feed.poll();
      expect(await feed.shown()).toMatchObject({ status: 'live', homeScore: 7 });
    },
  );
});

describe('a list that lacks games', () => {
  test('games that vanish from the list stay as they are', async () => {
    feed.alter((payload) => payload.events.splice(0, 6));
    await feed.expectNoChange();
    expect(await feed.lastPull()).toMatchObject({ failure: null, seen: 4 });
  });

  test('an empty list changes nothing, and bets are still taken', async () => {
    feed.alter((payload) => payload.events.splice(0));
    await feed.expectNoChange();
    expect(await feed.bet()).toEqual([201]);
  });
});

describe('an event that is broken', () => {
  test.each<[string, (payload: ExamplePayload) => unknown]>([
    ['is null', (payload) => Object.assign(payload.events, { 0: null })],
    ['has no id', (payload) => Object.assign(payload.events[0] ?? {}, { id: undefined })],
    ['has no date', (payload) => Object.assign(payload.events[0] ?? {}, { date: 'soon' })],
    ['has one team', (payload) => payload.events[0]?.competitions[0].competitors.pop()],
    ['has no competition', (payload) => Object.assign(payload.events[0] ?? {}, { competitions: [] })],
    ['has no status', (payload) => Object.assign(payload.events[0]?.competitions[0] ?? {}, { status: 'on' })],
  ])('an event that %s is quarantined with its reason, and the other nine are taken', async (_name, change) => {
    await world.database.pool.query('begin; set local role none; truncate games cascade; commit');
    feed.alter(change);
    await feed.poll();
    expect(await feed.slate()).toHaveLength(9);
    expect(await feed.lastPull()).toMatchObject({ seen: 9, quarantined: [{ reason: expect.stringMatching(/.{10}/) }] });
  });
});

describe('a feed that is late', () => {
  test('a feed that still says "scheduled" a second after the start takes no bets', async () => {
    const game = await feed.correctGame();
    feed.changeGame({ startsInSeconds: -1 });
    await feed.poll();
    expect(await feed.stored()).toMatchObject({ status: 'scheduled' });
    feed.answerWith(async () => new Response('', { status: 503 }));
    await feed.poll();
    expect(await feed.bet('spread', 'home', game)).toEqual([409, 'locked']);
  });
});

describe('hostile text', () => {
  test('markup in a name is text and nothing more', async () => {
    const name = '<img src=x onerror=alert(1)>';
    feed.alter((payload) => Object.assign(feed.sidesIn(payload)[0]?.team ?? {}, { name }));
    await feed.poll();
    expect(await feed.shown()).toMatchObject({ homeTeamName: name });
  });

  test.each([
    ['ten thousand letters', 'x'.repeat(10_000), 'x'.repeat(80)],
    ['a NUL', 'Prairie\u0000Dogs', 'PrairieDogs'],
    ['an escape', 'Prairie\u001b[31mDogs', 'Prairie[31mDogs'],
    ['half a character', 'Prairie\ud800', 'Prairie\ufffd'],
  ] as const)('a city of %s is cleaned and cut, and loses no game', async (_name, words, homeTeamCity) => {
    feed.alter((payload) => Object.assign(feed.sidesIn(payload)[0]?.team ?? {}, { location: words }));
    await feed.poll();
    expect(await feed.shown()).toMatchObject({ homeTeamCity });
    expect(await feed.lastPull()).toMatchObject({ failure: null, quarantined: [] });
  });
});

describe('hostile ids and weeks', () => {
  test('a week that is a path is refused before anybody is asked', async () => {
    const { status } = await world.visitor().raw('GET', '/api/games/week/..%2F..%2Fsummary/2026');
    expect(status).toBe(400);
  });

  test('an event whose id is a path is quarantined', async () => {
    feed.alter((payload) => Object.assign(feed.eventIn(payload), { id: '../../summary?event=1' }));
    await feed.expectNoChange();
    expect(await feed.lastPull()).toMatchObject({
      quarantined: [{ eventId: null, reason: expect.stringMatching(/^id: /) }],
    });
  });

  test('a calendar whose weeks are paths is not followed', async () => {
    const asked: string[] = [];
    feed.answerWith(async (url, honest) => {
      asked.push(url.search);
      const payload: ExamplePayload = await (await honest()).json();
      delete payload.week;
      const entries = [{ label: 'Week', value: '1&x=../..', startDate: '2020-01-01', endDate: '2040-01-01' }];
      return Response.json({ ...payload, leagues: [{ calendar: [{ value: '2', entries }] }] });
    });
    await feed.poll();
    expect(asked).toEqual(['?limit=300']);
  });
});
