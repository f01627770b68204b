import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chown, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../lib/free-port.ts';
import { StartupError } from '../lib/startup-error.ts';
import { sqlState } from './connection.ts';
import {
  type Account,
  existingHome,
  isAlive,
  moveIntoLocation,
  removeLocation,
  unfinishedName,
} from './data-location.ts';

const run = promisify(execFile);

/** A Postgres server of this machine that one process at a time owns: the process with the server's advisory lock. */
export type PostgresServer = {
  /** The server and the program that owns it, for messages. */
  name: string;
  owner: string;
  /** The folder of the server's programs. */
  bin: string;
  account: Account | null;
  /** The folder of its data, in the `home` of its location. */
  cluster: string;
  log: string;
  password: string;
  settings: Record<string, string>;
  /** Variables of its environment, besides those that every server gets. */
  environment: NodeJS.ProcessEnv;
  /**
   * The longest wait for the owner's lock, which a killed owner may have for a moment. If the lock is not free by then,
   * another living process owns the server.
   */
  patienceMs: number;
  /** The process id to stop when this process exits; null while this process does not own the server. */
  pid: number | null;
};
type Running = { pid: number; port: number };
type Owned = Running & {
  /** The connection with the owner's lock. */
  client: pg.Client;
};

/** Another process is using the server. The message says which process. */
class AlreadyRunning extends StartupError {}

const user = 'ching';
const owningLock = 7_246_002; // any number, the same in every process
const readyWithinMs = 60_000; // a crash recovery may take a while
const launchesAtMost = 5;

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
export const durableSettings = { ...settings, fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };
export const throwawaySettings = { ...settings, fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Runs initdb for each cluster in a folder beside `home` and then moves that folder to `home`, so that an interrupted
 * start leaves no unfinished data there. All clusters have one password.
 *
 * synced  false does not wait until the disk has the files.
 */
export async function prepare(
  { bin, home, account }: Pick<PostgresServer, 'bin' | 'account'> & { home: string },
  clusters: readonly string[],
  { synced }: { synced: boolean },
): Promise<void> {
  const unfinished = unfinishedName(home);
  const passwordFile = join(unfinished, 'password');
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const flags = ['--encoding=UTF8', '--locale=C', '--data-checksums', '--auth=scram-sha-256'];
  const options = [`--username=${user}`, `--pwfile=${passwordFile}`, ...flags, ...(synced ? [] : ['--no-sync'])];
  const initdb = (cluster: string) =>
    run(join(bin, 'initdb'), ['-D', join(unfinished, cluster), ...options], {
      ...account,
      cwd: unfinished,
      env: serverEnvironment(),
    });
  await Promise.all(clusters.map(initdb));
  await moveIntoLocation(unfinished, home);
}

/**
 * Makes this process the owner of the server: starts it unless it runs, waits for it, and takes its lock. Makes the
 * database `ching` if there is none. Throws AlreadyRunning if another living process owns the server.
 *
 * port     where a server that does not run starts; null for a free port.
 * address  what a second process says about this one; '' if that is not known yet.
 */
export async function own(server: PostgresServer, port: number | null, address: string): Promise<Owned> {
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
  throw new StartupError(`${server.name} does not start. Its last words:\n${endOfLog(server)}`, {
    cause: lastError,
  });
}

async function launch(server: PostgresServer, port: number): Promise<ChildProcess> {
  const { bin, account, cluster, settings, environment } = server;
  const log = await open(server.log, 'w', 0o600);
  try {
    await log.chmod(0o600); // `open` leaves the mode of an existing file as it was
    const flags = Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], {
      ...account,
      cwd: dirname(cluster),
      env: { ...serverEnvironment(), ...environment },
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
async function connectAndLock(server: PostgresServer, port: number, address: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(server.password, port, 'postgres'),
    connectionTimeoutMillis: 3_000,
  });
  client.on('error', () => undefined); // 'end' follows, and is watched
  try {
    await client.connect();
    await nameConnection(client, address);
    await lock(client, server);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [user]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${user}`);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function lock(client: pg.Client, { owner, patienceMs }: PostgresServer): Promise<void> {
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
    `${owner} is already running from this folder (process ${pid})${address ? `: ${address}` : ', and still starting.'}`,
  );
}

/** Stores the owner's process id and address, for the message of AlreadyRunning. */
export async function nameConnection(client: pg.Client, address: string): Promise<void> {
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
export async function findRunning(cluster: string): Promise<Running | null> {
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
export async function shutDown(cluster: string): Promise<void> {
  const running = await findRunning(cluster);
  if (!running) return;
  signal(running.pid, 'SIGINT'); // Postgres: fast shutdown
  signal(running.pid, 'SIGCONT'); // a suspended server, which a killed test left behind, would not end
  const patience = performance.now() + 30_000;
  while ((await findRunning(cluster))?.pid === running.pid) {
    if (performance.now() > patience) signal(running.pid, 'SIGQUIT'); // Postgres: immediate shutdown, then recovery
    await pause(20);
  }
}

/** Removes a data folder with its content. Stops servers that still run there first. */
export async function discardData(dataDir: string): Promise<void> {
  const home = existingHome(dataDir);
  if (home) await Promise.all((await readdir(home)).map((name) => shutDown(join(home, name))));
  await removeLocation(dataDir);
}

export function signal(pid: number, name: NodeJS.Signals): void {
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

export function urlOf(password: string, port: number, database = user): string {
  return `postgres://${user}:${password.trim()}@127.0.0.1:${port}/${database}`;
}

function endOfLog({ log }: PostgresServer): string {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n');
}
