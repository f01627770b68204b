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
  /** The URL of the database `ching`, with the role that owns everything in it. It stays the same until `stop`. */
  url: string;
  /** Stores the app's address, so that a second start from the same folder can say where the app is. */
  announce(address: string): Promise<void>;
  /** Shuts the server down and resolves when it has ended. Removes the files of a throwaway server. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** For tests: `stop` removes the data. */
  throwaway?: boolean;
  /** Default: true, but false for a throwaway server. */
  durable?: boolean;
  /**
   * The longest wait for the owner's lock, which a killed owner may have for a moment. If the lock is not free by then,
   * another living process owns the server.
   */
  patienceMs?: number;
  /** Called when the server has ended and could not be restarted. */
  onLost?: (error: unknown) => void;
};

/** Another process is using the database of the folder. The message says which process. */
class AlreadyRunning extends StartupError {}

const user = 'ching';
const owningLock = 7_246_002; // any number, the same in every process
const readyWithinMs = 60_000; // a crash recovery may take a while
const launchesAtMost = 5;

/**
 * Starts a Postgres server on a free port of this machine, with its data in `dataDir` (for root: embedded-location.ts).
 *
 * One process at a time owns the server: a second start throws AlreadyRunning. The server of a killed process is taken
 * over, and unfinished data are made again. A server that ends unexpectedly is restarted on the same port. `stop` stops
 * the server, and the exit of this process does so at the latest.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const { throwaway = false, durable = !throwaway, patienceMs = 1_500, onLost = () => undefined } = options;
  await mkdir(resolve(dataDir), { recursive: true });
  const realDataDir = realpathSync(dataDir);
  const location = await findLocation(realDataDir);
  if (!existsSync(location.home)) await prepare(location, throwaway);
  const server: Server = {
    location,
    cluster: join(location.home, 'cluster'),
    password: await readFile(join(location.home, 'password'), 'utf8'),
    settings: durable ? durableSettings : throwawaySettings,
    patienceMs,
    pid: null,
  };

  const stopAtExit = () => server.pid !== null && signal(server.pid, 'SIGINT');
  process.once('exit', stopAtExit);

  let address = '';
  let stopping = false;
  let owned = await own(server, null, address);
  let owning = Promise.resolve(owned);
  const watch = () =>
    owned.client.once('end', () => {
      if (stopping) return;
      owning = own(server, owned.port, address);
      owning.then((next) => {
        owned = next;
        watch();
      }, onLost);
    });
  watch();

  return {
    url: urlOf(server.password, owned.port),
    announce: async (appAddress) => {
      address = appAddress;
      await nameConnection(owned.client, address);
    },
    stop: async () => {
      stopping = true;
      await owning.catch(() => undefined);
      if (server.pid !== null) await shutDown(server.cluster);
      process.off('exit', stopAtExit);
      if (throwaway) await removeLocation(realDataDir);
    },
  };
}

/** The URL of the server that runs on the data in `dataDir`, started by any process; null if none runs. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const home = existsSync(dataDir) ? existingHome(realpathSync(dataDir)) : null;
  const running = home && (await findRunning(join(home, 'cluster')));
  return running ? urlOf(await readFile(join(home, 'password'), 'utf8'), running.port) : null;
}

/** Removes a data folder with its content. Stops a server that still runs there first. */
export async function discardEmbedded(dataDir: string): Promise<void> {
  const home = existingHome(dataDir);
  if (home) await shutDown(join(home, 'cluster'));
  await removeLocation(dataDir);
}

type Server = {
  location: EmbeddedLocation;
  cluster: string;
  password: string;
  settings: Record<string, string>;
  patienceMs: number;
  /** The process id to stop when this process exits; null while this process does not own the server. */
  pid: number | null;
};
type Running = { pid: number; port: number };
type Owned = Running & { client: pg.Client };

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200', // tests open a pool for each file
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // The server's log must not contain values of rows, such as an e-mail address: no DETAIL, CONTEXT, STATEMENT or
  // parameters. The app logs the errors of its statements itself.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
};
// A bet that was answered survives a power cut: docs/operations.md#back-up-and-restore.
const durableSettings = { ...settings, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
const throwawaySettings = { ...settings, fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Runs initdb in a folder beside `home` and then moves that folder to `home`, so that an interrupted start leaves no
 * unfinished data there.
 */
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
  const paths = ['-D', join(unfinished, 'cluster'), `--username=${user}`, `--pwfile=${passwordFile}`];
  await run(join(bin, 'initdb'), [...paths, ...flags, ...(throwaway ? ['--no-sync'] : [])], {
    ...account,
    cwd: unfinished,
    env: serverEnvironment(),
  });
  await moveIntoLocation(unfinished, home);
}

/** Makes this process the owner of the folder's server: starts it unless it runs, waits for it, and takes its lock. */
async function own(server: Server, port: number | null, address: string): Promise<Owned> {
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
      await pause(launches * 200); // processes of the previous server may still be ending
      child = await launch(server, port ?? (await freePort()));
      launches += 1;
    }
    await pause(20);
  }
  throw new StartupError(`The embedded database does not start. Its last words:\n${endOfLog(server.location)}`, {
    cause: lastError,
  });
}

async function launch(server: Server, port: number): Promise<ChildProcess> {
  const { location, cluster, settings } = server;
  const log = await open(logOf(location), 'w', 0o600);
  try {
    await log.chmod(0o600); // `open` leaves the mode of an existing file as it was
    const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(location.bin, 'postgres'), ['-D', cluster, ...flags], {
      ...location.account,
      cwd: location.home,
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true, // a Ctrl-C in the terminal must reach only the app, which then stops the server
    });
    child.unref();
    await new Promise((started, failed) => child.once('spawn', started).once('error', failed));
    server.pid = child.pid ?? null;
    return child;
  } finally {
    await log.close();
  }
}

/**
 * Opens the connection that holds the server's lock. However this process ends, its connection closes and the lock is
 * free.
 */
async function connectAndLock(server: Server, port: number, address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(server.password, port, 'postgres'),
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined); // 'end' follows, and is watched
  try {
    await client.connect();
    await nameConnection(client, address);
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

async function nameConnection(client: pg.Client, address: string): Promise<void> {
  await client.query("SELECT set_config('application_name', $1, false)", [`ching ${process.pid} ${address}`.trim()]);
}

/**
 * Whether a retry may succeed: the server does not answer, the connection broke, or it is starting up or shutting down.
 */
function isPassing(error: unknown): boolean {
  if (error instanceof AlreadyRunning) return false;
  const state = sqlState(error);
  return state === null || state.startsWith('57P');
}

/**
 * The server that runs on `cluster`, found by its postmaster.pid; null if none runs. After a crash of the machine that
 * file may name a process id that another program has now. Postgres would then refuse to start, so this function
 * removes such a file.
 */
async function findRunning(cluster: string): Promise<Running | null> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [pid, , , port] = text.split('\n').map(Number);
  if (!pid || !port || !isAlive(pid)) return null;
  if (isServerOf(cluster, await commandOf(pid))) return { pid, port };
  if ((await readFile(file, 'utf8').catch(() => '')) === text) await rm(file, { force: true });
  return null;
}

/**
 * Whether a process with this command line is the server on `cluster`. An unknown one, null, counts as the server: if
 * the file of a living server is removed, a second one can start on its data.
 */
export function isServerOf(cluster: string, command: string | null): boolean {
  return command === null || command.includes(cluster);
}

/** The command line of a process; null if this system does not show it. */
async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId = ${pid}').CommandLine`;
  const shown = await (process.platform === 'win32'
    ? run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', query])
    : run('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  ).catch(() => null);
  return shown?.stdout.trim() || null;
}

/**
 * Stops the server on `cluster`, if one runs: disconnects its clients, then waits until it has written its data and
 * ended.
 */
async function shutDown(cluster: string): Promise<void> {
  const running = await findRunning(cluster);
  if (!running) return;
  signal(running.pid, 'SIGINT'); // Postgres: fast shutdown
  const patience = performance.now() + 30_000;
  while ((await findRunning(cluster))?.pid === running.pid) {
    if (performance.now() > patience) signal(running.pid, 'SIGQUIT'); // Postgres: immediate shutdown, then recovery
    await pause(20);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has ended already
  }
}

/** The environment of the server, without the app's variables: the server must not know the app's secrets. */
function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot } = process.env;
  return { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' };
}

function urlOf(password: string, port: number, database = user): string {
  return `postgres://${user}:${password.trim()}@127.0.0.1:${port}/${database}`;
}

function logOf(location: EmbeddedLocation): string {
  return join(location.base, 'postgres.log');
}

function endOfLog(location: EmbeddedLocation): string {
  return readFileSync(logOf(location), 'utf8').trim().split('\n').slice(-5).join('\n');
}
