import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountHeader, nobody } from '#shared/api/account.ts';
import { currentUser, login, logout } from '#shared/api/auth.ts';
import { listBets, memberBets, placeBet, placeParlay } from '#shared/api/bets.ts';
import { addressOf, type Endpoint } from '#shared/api/endpoint.ts';
import {
  deleteGroup,
  groupBets,
  groupBetsLastSevenDays,
  leaderboard,
  listGroups,
  regenerateCode,
  regenerateCodeByPost,
  removeMember,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { endpointsIn } from '../cli/api-reference.ts';
import { aBet, aLeg, aParlay } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { testWorld, type World } from '../testing/world.ts';

const root = join(import.meta.dirname, '../..');
const id = '0197f0a0-0000-7000-8000-000000000000';
/** A valid value for each path parameter and each query parameter. */
const params = { id, userId: id, groupId: id, gameId: 'espn:1', week: '12', season: '2026' };

let world: World;

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** Every endpoint that the files of shared/api export. */
async function allEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir(join(root, 'shared/api'))).filter((name) => !name.includes('.test.'));
  const modules: object[] = await Promise.all(files.map((name) => import(join(root, 'shared/api', name))));
  return modules.flatMap(endpointsIn);
}

/** The text of a response. A stream of events never ends, so it is cancelled. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  await response.body?.cancel();
  return 'a stream';
}

/** The URL of an endpoint, with a valid value for each path parameter. */
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

test('a sign-in is refused on the page of another account, and served where nobody was signed in', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()];
  const body = { email: ann.user.email, password: ann.password };
  const answerTo = async (believed: string) => {
    const { status, refusal } = await bob.call(login, { body, headers: { [accountHeader]: believed } });
    return refusal?.code ?? status;
  };
  expect(await answerTo(ann.user.id)).toBe('other-account');
  expect((await bob.call(currentUser)).reply.id).toBe(bob.user.id);
  expect(await answerTo(nobody)).toBe(200);
  expect((await bob.call(currentUser)).reply.id).toBe(ann.user.id);
});

test('a bet that the page of another member confirms takes nothing; without the header it is placed', async () => {
  const [ann, bob] = [await world.signUp(), await world.signUp()];
  const league = await world.league(ann);
  await world.join(bob, league);
  const body = aBet(league, await world.addGame(), '100');
  const refused = await bob.call(placeBet, { body, headers: { [accountHeader]: ann.user.id } });
  expect(refused).toMatchObject({ status: 409, refusal: { code: 'other-account' } });
  for (const player of [ann, bob]) {
    expect((await player.call(listBets)).reply).toEqual([]);
    expect((await player.call(listGroups)).reply).toMatchObject([{ available: 100_000 }]);
  }
  expect((await bob.call(placeBet, { body, headers: { [accountHeader]: bob.user.id } })).status).toBe(201);
  expect((await bob.call(placeBet, { body })).status).toBe(201);
  await expectLedgerBalances(world.database.db);
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

test('an id in capitals is the same id in every call that carries one', async () => {
  const owner = await world.signUp('Olga');
  const league = await world.league(owner);
  const member = await world.member(league, 'Mia');
  const [game, other] = [await world.addGame(), await world.addGame()];
  const id = league.id.toUpperCase();
  const shouted = { ...league, id };
  const own = { id, userId: owner.user.id.toUpperCase() };
  const leaderboardOf = async (spelt: string) => (await member.call(leaderboard, { params: { id: spelt } })).reply;

  expect(await leaderboardOf(id)).toEqual(await leaderboardOf(league.id));
  await owner.call(setDisplayName, { params: { id }, body: { displayName: 'Ace' } });
  expect((await leaderboardOf(id)).map(({ displayName }) => displayName)).toEqual(['Ace', null]);
  expect(await leaderboardOf(id)).toEqual(await leaderboardOf(league.id));

  const keyed = { headers: { 'idempotency-key': 'one-bet-in-two-spellings' } };
  const bet = (await owner.call(placeBet, { body: aBet(shouted, game, '10'), ...keyed })).reply;
  expect((await owner.call(placeBet, { body: aBet(league, game, '10'), ...keyed })).reply).toEqual(bet);
  const legs = [aLeg(game), aLeg(other)];
  expect((await owner.call(placeParlay, { body: aParlay(shouted, '10', legs) })).reply).toHaveLength(2);

  const bets = (userId: string, groupId: string) => owner.call(memberBets, { params: { userId, groupId } });
  const listed = await bets(owner.user.id, league.id);
  expect((await bets(own.userId, id)).reply).toEqual(listed.reply);
  expect(listed.reply).toHaveLength(3);
  for (const activity of [groupBets, groupBetsLastSevenDays]) {
    expect((await owner.call(activity, { params: { id } })).reply).toHaveLength(3);
  }

  expect((await owner.call(updateGroup, { params: { id }, body: { name: 'Renamed' } })).reply.id).toBe(league.id);
  for (const regenerate of [regenerateCode, regenerateCodeByPost]) {
    expect((await owner.call(regenerate, { params: { id } })).status).toBe(200);
  }
  const { status, refusal } = await owner.call(removeMember, { params: own });
  expect([status, refusal?.message]).toEqual([400, 'You cannot remove yourself from your own league']);
  const gone = { id, userId: member.user.id.toUpperCase() };
  expect((await owner.call(removeMember, { params: gone })).status).toBe(200);
  expect((await owner.call(removeMember, { params: gone })).status).toBe(404);
  expect((await owner.call(listGroups)).reply.map(({ group }) => group.id)).toEqual([league.id]);
  await expectLedgerBalances(world.database.db);
  expect((await owner.call(deleteGroup, { params: { id } })).status).toBe(200);
  expect((await owner.call(listGroups)).reply).toEqual([]);
});
