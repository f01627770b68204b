import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { placeBet } from '#shared/api/bets.ts';
import type { Group } from '#shared/api/groups.ts';
import { aBet, aGame } from '../testing/games.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
let player: Player;
let league: Group;

beforeAll(async () => {
  world = await testWorld({ APP_URL: 'https://ching.example' });
  player = await world.signUp();
  league = await world.league(player);
});
afterAll(() => world.drop());

/** The number of rows in each table that a request can change. */
async function rowCounts() {
  const { rows } = await world.database.db.execute(sql`
    select (select count(*) from users) as users, (select count(*) from sessions) as sessions,
      (select count(*) from leagues) as leagues, (select count(*) from members) as members,
      (select count(*) from tickets) as tickets, (select count(*) from ledger) as entries`);
  return rows[0];
}

const json = { 'content-type': 'application/json' };
const forged: [string, Record<string, string>, number][] = [
  ['from another site', { ...json, 'sec-fetch-site': 'cross-site' }, 403],
  ['from a neighbouring host', { ...json, 'sec-fetch-site': 'same-site' }, 403],
  ['from a typed address', { ...json, 'sec-fetch-site': 'none' }, 403],
  ['with fetch metadata that nobody knows', { ...json, 'sec-fetch-site': 'same-origin, cross-site' }, 403],
  [
    'from another site that claims our origin',
    { ...json, 'sec-fetch-site': 'cross-site', origin: 'https://ching.example' },
    403,
  ],
  ['with another origin', { ...json, origin: 'https://evil.example' }, 403],
  ['with no origin to tell', { ...json, origin: 'null' }, 403],
  ['with our host over http', { ...json, origin: 'http://ching.example' }, 403],
  ['with our host on another port', { ...json, origin: 'https://ching.example:8443' }, 403],
  ['with our host as a prefix', { ...json, origin: 'https://ching.example.evil.example' }, 403],
  ['as plain text', { 'content-type': 'text/plain' }, 415],
  ['as plain text that mentions JSON', { 'content-type': 'text/plain; application/json' }, 415],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }, 415],
  ['as a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
  ['without a type', { 'content-type': '' }, 415],
];

describe.each(forged)('a request %s', (_name, headers, status) => {
  test('changes nothing', async () => {
    const game = aGame();
    await world.poll(game);
    const day = 24 * 3_600_000;
    const bodies: [string, unknown][] = [
      ['/api/bets', aBet(league, game, '10')],
      ['/api/bets/parlay', {}],
      [
        '/api/groups',
        { name: 'Forged', joinDeadline: new Date(Date.now() + day), endDate: new Date(Date.now() + 2 * day) },
      ],
      ['/api/groups/join', { joinCode: league.joinCode }],
      ['/api/auth/register', { email: 'forged@example.com', password: 'correct horse' }],
      ['/api/auth/login', { email: player.user.email, password: player.password }],
      ['/api/auth/logout', {}],
      ['/api/nothing-there', {}],
    ];
    const before = await rowCounts();
    for (const [path, body] of bodies) {
      const response = await player.raw('POST', path, { body: JSON.stringify(body), headers });
      const { code } = await response.json();
      expect([path, response.status, code]).toEqual([path, status, status === 403 ? 'cross-site' : 'not-json']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(await rowCounts()).toEqual(before);
  });
});

test.each(['PUT', 'PATCH', 'DELETE'])('%s is judged like POST', async (method) => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await player.raw(method, '/api/groups', { body: {}, headers })).status).toBe(403);
});

describe('a request', () => {
  test.each<[string, Record<string, string>]>([
    ['of our own pages', { 'sec-fetch-site': 'same-origin', origin: 'https://ching.example' }],
    ['of our own pages in a browser without fetch metadata', { origin: 'https://ching.example' }],
    ['of no browser at all', {}],
    ['with a charset', { 'content-type': 'application/json; charset=utf-8' }],
  ])('%s passes', async (_name, headers) => {
    const game = aGame();
    await world.poll(game);
    expect((await player.call(placeBet, { body: aBet(league, game, '1'), headers })).status).toBe(201);
  });

  test('that only reads is refused to the pages of other sites', async () => {
    for (const dest of ['image', 'iframe', 'script', 'empty']) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest };
      const response = await player.raw('GET', '/api/groups', { headers });
      expect([dest, response.status, (await response.json()).code]).toEqual([dest, 403, 'cross-site']);
    }
  });

  test('that only reads may be opened from anywhere, and is readable nowhere else', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document', origin: 'https://evil.example' };
    const response = await player.raw('GET', '/api/groups', { headers });
    expect(response.status).toBe(200);
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('without APP_URL', () => {
  let home: World;

  beforeAll(async () => {
    home = await testWorld();
  });
  afterAll(() => home.drop());
  let body: { email: string; password: string };
  beforeEach(() => {
    body = { email: 'nobody@example.com', password: 'correct horse' };
  });

  test('the origin must be the host that was asked', async () => {
    const own = await home.visitor().raw('POST', '/api/auth/login', { body, headers: { origin: home.origin } });
    expect(own.status).toBe(401);
  });

  test.each(['http://evil.example', 'http://127.0.0.1', 'null', 'not an origin'])('%s is another', async (origin) => {
    const response = await home.visitor().raw('POST', '/api/auth/login', { body, headers: { origin } });
    expect(response.status).toBe(403);
  });
});
