import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountHeader, nobody } from '#shared/api/account.ts';
import { logout } from '#shared/api/auth.ts';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { addressOf, type Endpoint } from '#shared/api/endpoint.ts';
import { listGroups } from '#shared/api/groups.ts';
import { expectWholeBooks } from '../testing/books.ts';
import { aBet } from '../testing/games.ts';
import { testWorld, type World } from '../testing/world.ts';

const root = join(import.meta.dirname, '../..');
const id = '0197f0a0-0000-7000-8000-000000000000';
/** Something that fits for each placeholder and each query key there is. */
const params = { id, userId: id, groupId: id, gameId: 'espn:1', week: '12', season: '2026' };

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** Every call of the wire, found by its shape in the files of shared/api. */
async function allEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(join(root, 'shared/api'))).filter((name) => !name.includes('.test.'));
  const modules: unknown[] = await Promise.all(files.map((name) => import(join(root, 'shared/api', name))));
  return modules.flatMap((module) => Object.values(module as Record<string, unknown>)).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return value instanceof Object && 'method' in value && 'path' in value && 'access' in value;
}

/** What came, but for a stream of events, which does not end by itself. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return 'a stream';
}

/** The address of an endpoint with something that fits in each of its placeholders. */
function filled({ path }: Endpoint): string {
  return addressOf({ path }, Object.fromEntries(Object.entries(params).filter(([key]) => path.includes(`:${key}`))));
}

test('no call is answered differently for saying in a header who one is', async () => {
  const admin = await world.signUp();
  await world.database.db.execute(sql`update users set is_admin = true where id = ${admin.user.id}`);
  const claims = { 'x-demo-user': admin.user.id, 'x-user-id': admin.user.id, authorization: `Bearer ${admin.user.id}` };
  const endpoints = await allEndpoints();
  expect(endpoints.length).toBeGreaterThan(25);
  for (const endpoint of endpoints) {
    const path = filled(endpoint);
    const ask = async (headers: Record<string, string>) => {
      const body = endpoint.method === 'GET' ? undefined : {};
      const response = await world.visitor().raw(endpoint.method, path, { body, headers });
      return { call: `${endpoint.method} ${path}`, status: response.status, body: await textOf(response) };
    };
    const answer = await ask({});
    expect(await ask(claims)).toEqual(answer);
    if (endpoint.access !== 'all') expect(answer).toMatchObject({ status: 401 });
  }
});

test('a call that acts for an account is refused when the page believes in another one', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()];
  const endpoints = await allEndpoints();
  const acting = endpoints.filter(({ method, access }) => method !== 'GET' && access !== 'all');
  expect(acting.length).toBeGreaterThan(10);
  for (const endpoint of acting) {
    const answerTo = async (believed: string) => {
      const headers = { [accountHeader]: believed };
      const response = await bob.raw(endpoint.method, filled(endpoint), { body: {}, headers });
      const { code } = (await response.json()) as { code?: string };
      return { call: `${endpoint.method} ${endpoint.path}`, status: response.status, code };
    };
    const refused = { status: 409, code: 'other-account' };
    expect(await answerTo(ann.user.id)).toMatchObject(refused);
    expect(await answerTo(nobody)).toMatchObject(refused);
    expect(await answerTo(bob.user.id)).not.toMatchObject({ code: 'other-account' });
  }
});

test('a bet that the page of another member confirms takes nothing; without the header it is placed', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()];
  const league = await world.league(ann);
  await world.join(bob, league);
  const body = aBet(league, await world.listed(), '100');
  const refused = await bob.call(placeBet, { body, headers: { [accountHeader]: ann.user.id } });
  expect(refused).toMatchObject({ status: 409, refusal: { code: 'other-account' } });
  for (const player of [ann, bob]) {
    expect((await player.call(listBets)).reply).toEqual([]);
    expect((await player.call(listGroups)).reply).toMatchObject([{ available: 100_000 }]);
  }
  expect((await bob.call(placeBet, { body, headers: { [accountHeader]: bob.user.id } })).status).toBe(201);
  expect((await bob.call(placeBet, { body })).status).toBe(201);
  await expectWholeBooks(world.database.db);
});

test('who is not signed in is told so whatever the page believes, and signing out is never refused', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()];
  const headers = { [accountHeader]: ann.user.id };
  const stranger = await world.visitor().raw('POST', '/api/bets', { body: {}, headers });
  expect(stranger.status).toBe(401);
  expect((await bob.call(logout, { headers })).status).toBe(200);
  expect((await bob.raw('GET', '/api/auth/user')).status).toBe(401);
});

test('the server’s sources never name the header', async () => {
  const entries = await readdir(join(root, 'server'), { recursive: true });
  const sources = entries.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(50);
  for (const name of sources) {
    expect([name, /demo-?user/i.test(await readFile(join(root, 'server', name), 'utf8'))]).toEqual([name, false]);
  }
});
