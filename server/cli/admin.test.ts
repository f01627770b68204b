import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { currentUser } from '#shared/api/auth.ts';
import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { discardData } from '../db/postgres-server.ts';
import { runCommand } from '../testing/command.ts';
import { testWorld, type World } from '../testing/world.ts';

vi.setConfig({ testTimeout: 60_000 }); // whole processes, on a machine that may be busy

let world: World;
const folders: string[] = [];

beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());
afterEach(async () => {
  for (const folder of folders.splice(0)) await discardData(folder);
});

/** `npm run admin -- …` as a process of its own. */
const admin = (env: NodeJS.ProcessEnv, ...words: string[]) => runCommand('admin', env, ...words);

test('the right is given and taken from the next request on, within the same session', async () => {
  const { user, ...player } = await world.signUp('ann');
  const other = await world.signUp();
  const isAdmin = async () => (await player.call(currentUser)).reply.isAdmin;
  const env = { DATABASE_URL: world.database.url };
  expect(await admin(env, 'grant', user.email.toUpperCase())).toEqual({
    code: 0,
    said: `${user.email.toUpperCase()} may set odds now\n`,
    complained: '',
  });
  expect([await isAdmin(), (await other.call(currentUser)).reply.isAdmin]).toEqual([true, false]);
  expect(await admin(env, 'revoke', user.email)).toEqual({
    code: 0,
    said: `${user.email} may no longer set odds\n`,
    complained: '',
  });
  expect(await isAdmin()).toBe(false);
  const { rows } = await world.database.pool.query('select action, actor_id, detail from audit_log order by id');
  expect(rows).toEqual([
    { action: 'admin-granted', actor_id: null, detail: { userId: user.id } },
    { action: 'admin-revoked', actor_id: null, detail: { userId: user.id } },
  ]);
});

test('an address that nobody has is said in one line', async () => {
  expect(await admin({ DATABASE_URL: world.database.url }, 'grant', 'nobody@example.com')).toEqual({
    code: 1,
    said: '',
    complained: 'There is no account with the address nobody@example.com.\n',
  });
});

test.each([[[]], [['grant']], [['promote', 'ann@example.com']], [['grant', 'ann@example.com', 'bob@example.com']]])(
  '%j is answered with how it is used',
  async (words) => {
    expect(await admin({ DATABASE_URL: world.database.url }, ...words)).toEqual({
      code: 1,
      said: '',
      complained: 'Usage: npm run admin -- grant|revoke EMAIL\n',
    });
  },
);

test('without DATABASE_URL it is the embedded database, whether it runs already or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  folders.push(folder);
  await chmod(folder, 0o755);
  const query = async (url: string, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query({ text, rowMode: 'array' });
    await client.end();
    return rows.flat();
  };
  expect(await runningEmbedded(folder)).toBeNull();
  const running = await startEmbedded(folder);
  await migrate(running.url);
  await query(
    running.url,
    "insert into users (id, email, email_norm, password_hash) values (gen_random_uuid(), 'ann@example.com', 'ann@example.com', '')",
  );
  expect(await runningEmbedded(folder)).toBe(running.url);
  expect(await admin({ DATA_DIR: folder }, 'grant', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await query(running.url, 'select is_admin from users')).toEqual([true]);
  await running.stop();

  expect(await runningEmbedded(folder)).toBeNull();
  expect(await admin({ DATA_DIR: folder }, 'revoke', 'ann@example.com')).toMatchObject({ code: 0 });
  expect(await runningEmbedded(folder)).toBeNull();
  const again = await startEmbedded(folder);
  expect(await query(again.url, 'select is_admin from users')).toEqual([false]);
  await again.stop();
});
