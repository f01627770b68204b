import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { existingHome, isAlive } from './data-location.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { discardData, isServerOf } from './postgres-server.ts';

/** The data folder of most tests: only its first start runs initdb, which takes longest. */
let sharedFolder: string;
const folders: string[] = [];
const running: Embedded[] = [];

beforeAll(async () => {
  sharedFolder = await newFolder();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});
afterAll(async () => {
  for (const folder of folders) await discardData(folder);
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  folders.push(folder);
  await chmod(folder, 0o755);
  return folder;
}

async function start(folder = sharedFolder): Promise<Embedded> {
  const server = await startEmbedded(folder, { patienceMs: 100 }); // in these tests the owner is alive
  running.push(server);
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const pidFile = (folder = sharedFolder) => join(existingHome(folder) ?? '', 'cluster', 'postmaster.pid');
const serverPid = async (folder = sharedFolder) => Number((await readFile(pidFile(folder), 'utf8')).split('\n')[0]);

test('a server writes durably, checks its pages and speaks UTC', async () => {
  const { url } = await start();
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'TimeZone', 'server_encoding'];
  const found = await Promise.all(settings.map((setting) => query(url, `SHOW "${setting}"`)));
  expect(found.flat()).toEqual(['on', 'on', 'on', 'on', 'UTC', 'UTF8']);
});

test('its log tells of a row that failed without a value of it, and only its owner may read it', async () => {
  await (await start()).stop();
  const file = join(existingHome(sharedFolder) ?? '', '..', 'postgres.log');
  await writeFile(file, 'the log of an older version');
  await chmod(file, 0o644);
  const { url } = await start();
  await query(url, 'CREATE TABLE people (email text UNIQUE CHECK (length(email) > 5), hash text NOT NULL)');
  await query(url, "INSERT INTO people VALUES ('ann@example.com', '$2b$12$hash')");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const row of [
    ['ann@example.com', '$2b$12$hash'],
    ['bob@example.com', null],
    ['c@d', '$2b$12$hash'],
  ]) {
    await expect(client.query('INSERT INTO people VALUES ($1, $2)', row)).rejects.toThrow('violates');
    const written = `INSERT INTO people VALUES (${row.map((value) => (value ? `'${value}'` : 'NULL')).join()})`;
    await expect(client.query(written)).rejects.toThrow('violates');
    const block = `DO $$ BEGIN ${written}; END $$`;
    await expect(client.query(block)).rejects.toThrow('violates');
  }
  await client.end();
  const log = await readFile(file, 'utf8');
  expect(log.match(/ERROR: .*violates/g)).toHaveLength(9);
  expect(log).not.toMatch(/@|2b\$12/);
  expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
});

test('a server refuses whoever does not know the password', async () => {
  const address = new URL((await start()).url);
  address.password = 'guessed';
  await expect(query(address.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
});

test('a second start finds the data of the first', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(existsSync(pidFile())).toBe(false);
  const second = await start();
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([42]);
});

test('a start while another runs says which one, and harms nothing', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(
    `Ching is already running from this folder (process ${process.pid}), and still starting.`,
  );
  await first.announce('http://localhost:5000');
  await expect(start()).rejects.toThrow(
    `Ching is already running from this folder (process ${process.pid}): http://localhost:5000`,
  );
  expect(await query(first.url, 'SELECT 1')).toEqual([1]);
});

test('of two first starts in the same instant one wins', async () => {
  const folder = await newFolder();
  const starts = await Promise.allSettled([start(folder), start(folder)]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(running).toHaveLength(1);
  for (const { url } of running) expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test('a first start that was cut short is made again from the beginning', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const folder = await newFolder();
  const leftover = join(folder, `postgres.new-${gone}-00ff`);
  await mkdir(join(leftover, 'cluster'), { recursive: true });
  const { url } = await start(folder);
  expect(await query(url, 'SELECT 1')).toEqual([1]);
  expect(existsSync(leftover)).toBe(false);
});

test('a file that names a process which is now something else is no obstacle', async () => {
  const first = await start();
  const content = await readFile(pidFile(), 'utf8');
  await first.stop();
  await writeFile(pidFile(), content.replace(/^\d+/, String(process.pid)));
  const { url } = await start();
  expect(await query(url, 'SELECT 1')).toEqual([1]);
});

test.each([
  ['/app/.data/postgres/cluster', '/native/bin/postgres -D /app/.data/postgres/cluster -c port=4000', true],
  ['C:\\app\\.data\\cluster', '"C:\\native\\bin\\postgres" -D C:\\app\\.data\\cluster -c port=4000', true],
  ['/app/.data/postgres/cluster', '/usr/bin/editor', false],
  ['/app/.data/postgres/cluster', '', false],
  ['/app/.data/postgres/cluster', null, true],
])('the server on %s is a process with the command line %j: %s', (cluster, command, isServer) => {
  expect(isServerOf(cluster, command)).toBe(isServer);
});

test('a server that is killed comes back at the same address, and still belongs to one process', async () => {
  const { url } = await start();
  await query(url, 'CREATE TABLE survivor AS SELECT 42 AS answer');
  process.kill(await serverPid(), 'SIGKILL');
  const answerAndLocks =
    "SELECT answer, count(*)::int FROM survivor, pg_locks WHERE locktype = 'advisory' GROUP BY answer";
  await expect.poll(() => query(url, answerAndLocks).catch(() => []), { timeout: 15_000 }).toEqual([42, 1]);
  await expect(start()).rejects.toThrow('already running');
});

test('a suspended server ends, too, when it is stopped', async () => {
  const server = await start();
  const pid = await serverPid();
  process.kill(pid, 'SIGSTOP');
  await server.stop();
  await expect.poll(() => isAlive(pid)).toBe(false); // its lock file goes just before the process
});

test('a throwaway server leaves nothing behind', async () => {
  const folder = await newFolder();
  const server = await startEmbedded(folder, { throwaway: true });
  const pid = await serverPid(folder);
  await server.stop();
  expect(existsSync(folder)).toBe(false);
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
});
