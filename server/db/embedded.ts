import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../lib/free-port.ts';
import { StartupError } from '../lib/startup-error.ts';
import { sqlState } from './connection.ts';
import {
  type EmbeddedLocation,
  existingHome,
  findLocation,
  isAlive,
  moveIntoLocation,
  removeLocation,
  unfinishedName,
} from './embedded-location.ts';

const run = promisify(execFile);

export type Embedded = {
  /** The address of the database `ching`, as the owner of everything in it. It stays the same until `stop`. */
  url: string;
  /** Tells later starts from the same folder where this one answers. */
  announce(address: string): Promise<void>;
  /** Shuts the server down and returns when it is gone; a throwaway's files go with it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** For tests: nothing stays after `stop`, and unless asked for there is no durability. */
  throwaway?: boolean;
  durable?: boolean;
  /** How long another process may still show as the owner after it was killed; one that does for longer lives. */
  patienceMs?: number;
  /** Called when the server went away and could not be brought back. */
  onLost?: (error: unknown) => void;
};

/** A start from a folder whose database another process is using; the message says which. */
class AlreadyRunning extends StartupError {}

const user = 'ching';
const owningLock = 7_246_002; // any number, the same in every process
const readyWithinMs = 60_000; // a crash recovery may take a while
const launchesAtMost = 5;

/**
 * A Postgres server on a free port of this machine, with its data in `dataDir` (or, for root, where its account can go).
 *
 * One process at a time owns it: a second start throws AlreadyRunning. A server left behind by a process that was killed is
 * taken over, half-made data are made again, and a server that dies under us is started once more on the same port.
 * The server is stopped by `stop`, and at the latest when this process exits.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { throwaway = false, durable = !throwaway, patienceMs = 1_500, onLost = () => undefined } = options;
  await mkdir(resolve(dataDir), { recursive: true });
  const ours = realpathSync(dataDir);
  const place = await findLocation(ours);
  if (!existsSync(place.home)) await prepare(place, throwaway);
  const server: Server = {
    place,
    cluster: join(place.home, 'cluster'),
    password: await readFile(join(place.home, 'password'), 'utf8'),
    settings: durable ? durableSettings : throwawaySettings,
    patienceMs,
    pid: null,
  };

  const stopAtExit = () => server.pid !== null && signal(server.pid, 'SIGINT');
  process.once('exit', stopAtExit);

  let address = '';
  let stopping = false;
  let held = await own(server, null, address);
  let owning = Promise.resolve(held);
  const watch = () =>
    held.client.once('end', () => {
      if (stopping) return;
      owning = own(server, held.port, address);
      owning.then((next) => {
        held = next;
        watch();
      }, onLost);
    });
  watch();

  return {
    url: urlOf(server.password, held.port),
    announce: async (where) => {
      address = where;
      await name(held.client, address);
    },
    stop: async () => {
      stopping = true;
      await owning.catch(() => undefined);
      if (server.pid !== null) await shutDown(server.cluster);
      process.off('exit', stopAtExit);
      if (throwaway) await removeLocation(ours);
    },
  };
}

/** The address of the server that runs on the data in `dataDir`, whichever process started it; null when none does. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const home = existsSync(dataDir) ? existingHome(realpathSync(dataDir)) : null;
  const running = home && (await findRunning(join(home, 'cluster')));
  return running ? urlOf(await readFile(join(home, 'password'), 'utf8'), running.port) : null;
}

/** Removes a data folder with everything in it; a server still running there is stopped first. */
export async function discardEmbedded(dataDir: string): Promise<void> {
  const home = existingHome(dataDir);
  if (home) await shutDown(join(home, 'cluster'));
  await removeLocation(dataDir);
}

type Server = {
  place: EmbeddedLocation;
  cluster: string;
  password: string;
  settings: Record<string, string>;
  patienceMs: number;
  /** The process to stop when this one exits; null while it is not ours to stop. */
  pid: number | null;
};
type Running = { pid: number; port: number };
type Held = Running & { client: pg.Client };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200', // tests open a pool for each file
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Its log holds no value of a row, such as the e-mail address of one that failed: no DETAIL, CONTEXT or STATEMENT, which
  // hold rows, and no parameters. The app logs the error of its own statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};
// hardening F2: an answered bet survives a power cut
const durableSettings = { ...settings, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const throwawaySettings = { ...settings, fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Makes the data in a folder beside the final one and moves it there whole, so that a start cut short leaves nothing half-made. */
async function prepare({ bin, home, account }: EmbeddedLocation, throwaway: boolean): Promise<void> {
  const unfinished = unfinishedName(home);
  const passwordFile = join(unfinished, 'password');
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const flags = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--auth=scram-sha-256'];
  const where = ['-D', join(unfinished, 'cluster'), `--username=${user}`, `--pwfile=${passwordFile}`];
  await run(join(bin, 'initdb'), [...where, ...flags, ...(throwaway ? ['--no-sync'] : [])], {
    ...account,
    cwd: unfinished,
    env: serverEnvironment(),
  });
  await moveIntoLocation(unfinished, home);
}

/** Holds the server of this folder for this process: starts it unless it runs, waits for it, and takes its lock. */
async function own(server: Server, port: number | null, address: string): Promise<Held> {
  const deadline = performance.now() + readyWithinMs;
  let child: ChildProcess | null = null;
  let launches = 0;
  let lastError: unknown = null;
  while (performance.now() < deadline) {
    const running = await findRunning(server.cluster);
    if (running) {
      try {
        const client = await connectAndLock(server, running.port, address);
        server.pid = running.pid;
        return { ...running, client };
      } catch (error) {
        if (error instanceof AlreadyRunning) server.pid = null;
        if (!isPassing(error)) throw error;
        lastError = error;
      }
    } else if (child === null || child.exitCode !== null || child.signalCode !== null) {
      if (launches === launchesAtMost) break;
      await pause(launches * 200); // its predecessor's processes may be leaving still
      child = await launch(server, port ?? (await freePort()));
      launches += 1;
    }
    await pause(20);
  }
  throw new StartupError(`The embedded database does not start. Its last words:\n${lastWords(server.place)}`, {
    cause: lastError,
  });
}

async function launch(server: Server, port: number): Promise<ChildProcess> {
  const { place, cluster, settings } = server;
  const log = await open(logOf(place), 'w', 0o600);
  try {
    await log.chmod(0o600); // `open` leaves the mode of an existing file as it was
    const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(place.bin, 'postgres'), ['-D', cluster, ...flags], {
      ...place.account,
      cwd: place.home,
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true, // a Ctrl-C in the terminal is for the app alone, which then stops the server in its turn
    });
    child.unref();
    await new Promise((started, failed) => child.once('spawn', started).once('error', failed));
    server.pid = child.pid ?? null;
    return child;
  } finally {
    await log.close();
  }
}

/** The connection that holds the server's lock; the kernel gives the lock back however this process ends. */
async function connectAndLock(server: Server, port: number, address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(server.password, port, 'postgres'),
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined); // 'end' follows, and is watched
  try {
    await client.connect();
    await name(client, address);
    await lock(client, server.patienceMs);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [user]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${user}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function lock(client: pg.Client, patienceMs: number): Promise<void> {
  const patience = performance.now() + patienceMs;
  for (;;) {
    const tried = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [owningLock]);
    if (tried.rows[0]?.locked) return;
    if (performance.now() > patience) break;
    await pause(50);
  }
  const holder = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND objid = $1 AND granted`,
    [owningLock],
  );
  const [, pid = 'unknown', address = ''] = holder.rows[0]?.name.split(' ') ?? [];
  throw new AlreadyRunning(
    `Ching is already running from this folder (process ${pid})${address ? `: ${address}` : ', and still starting.'}`,
  );
}

async function name(client: pg.Client, address: string): Promise<void> {
  await client.query("SELECT set_config('application_name', $1, false)", [`ching ${process.pid} ${address}`.trim()]);
}

/** Not there yet, or going: no answer, a broken line, "starting up" or "shutting down". */
function isPassing(error: unknown): boolean {
  if (error instanceof AlreadyRunning) return false;
  const state = sqlState(error);
  return state === null || state.startsWith('57P');
}

/**
 * The server that runs on `cluster`, by the file it keeps there; null when none does.
 * After a crash of the machine that file may name a process that is now something else. Postgres would then refuse to start,
 * so such a file is removed.
 */
async function findRunning(cluster: string): Promise<Running | null> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return null;
  if ((await commandOf(pid)).includes(cluster)) return { pid, port };
  if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true });
  return null;
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  const ps = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return ps.stdout;
}

/** Stops the server on `cluster`, if one runs: cuts its clients off, then waits until it has written everything down. */
async function shutDown(cluster: string): Promise<void> {
  const running = await findRunning(cluster);
  if (!running) return;
  signal(running.pid, 'SIGINT'); // Postgres: fast shutdown
  const patience = performance.now() + 30_000;
  while ((await findRunning(cluster))?.pid === running.pid) {
    if (performance.now() > patience) signal(running.pid, 'SIGQUIT'); // Postgres: at once, and recover on the next start
    await pause(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone already, which is what was wanted
  }
}

/** Nothing of ours: the secrets of the app are not the database's business. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

function urlOf(password: string, port: number, database = user): string {
  return `postgres://${user}:${password.trim()}@127.0.0.1:${port}/${database}`;
}

function logOf(place: EmbeddedLocation): string {
  return join(place.base, 'postgres.log');
}

function lastWords(place: EmbeddedLocation): string {
  return readFileSync(logOf(place), 'utf8').trim().split('\n').slice(-5).join('\n');
}
