import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressOf, type Endpoint } from '#shared/api/endpoint.ts';
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

test('no call is answered differently for saying in a header who one is', async () => {
  const admin = await world.signUp();
  await world.database.db.execute(sql`update users set is_admin = true where id = ${admin.user.id}`);
  const claims = { 'x-demo-user': admin.user.id, 'x-user-id': admin.user.id, authorization: `Bearer ${admin.user.id}` };
  const endpoints = await allEndpoints();
  expect(endpoints.length).toBeGreaterThan(25);
  for (const endpoint of endpoints) {
    const { path: where } = endpoint;
    const path = addressOf(
      { path: where },
      Object.fromEntries(Object.entries(params).filter(([key]) => where.includes(`:${key}`))),
    );
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

test('the server’s sources never name the header', async () => {
  const entries = await readdir(join(root, 'server'), { recursive: true });
  const sources = entries.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(50);
  for (const name of sources) {
    expect([name, /demo-?user/i.test(await readFile(join(root, 'server', name), 'utf8'))]).toEqual([name, false]);
  }
});
