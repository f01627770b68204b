import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { createApp } from './app.ts';
import { followDatabaseClock } from './db/clock.ts';
import { connect, type Database } from './db/connection.ts';
import { type Embedded, startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { readEnv, warnings } from './env.ts';
import { freshClient } from './http/client-build.ts';
import { drainable } from './http/drain.ts';
import { createBackgroundWork } from './lib/background-work.ts';
import { createLog } from './lib/log.ts';
import { exitOnStartupError, portRefused, StartupError } from './lib/startup-error.ts';
import { startWorker } from './worker/schedule.ts';

/** What one process does. `api` is all but the client, which Vite serves in development. */
const parts = {
  all: { web: true, client: true, worker: true },
  web: { web: true, client: true, worker: false },
  worker: { web: false, client: false, worker: true },
  api: { web: true, client: false, worker: true },
};

const stopWithinMs = 4_800; // Chosen: supervisors and people expect an end within five seconds

const env = exitOnStartupError(readEnv);
const log = createLog(env.LOG_LEVEL);

const followEveryMs = 5_000; // chosen: how long pages may go by a clock that has just been set

/** What has no end by itself ends with this. */
const stopping = new AbortController();
/** How to undo each step of the start, in order. */
const undo: (() => unknown)[] = [];
let isStopping = false;

async function start(role: string): Promise<void> {
  const part = Object.hasOwn(parts, role) ? parts[role as keyof typeof parts] : null;
  if (!part) throw new StartupError(`There is no "${role}" to start: web, worker, or neither for both.`);
  for (const words of warnings(env)) log.warn(words);

  const embedded = env.DATABASE_URL || role !== 'all' ? null : await embed();
  const url = embedded?.url ?? env.DATABASE_URL;
  if (!url) throw new StartupError(`DATABASE_URL is not set, and ${role} alone needs it.`);
  await migrate(url);
  const database = connect(url, log);
  undo.push(database.end);

  const web = part.web ? await serve(database, part.client) : null;
  const worker = part.worker ? startWorker({ env, log, database }) : null;
  undo.push(() => Promise.all([web?.drain(), worker?.stop()]));
  if (!web) return void process.stdout.write('The worker of Ching is running\n');

  const address = env.APP_URL ?? `http://localhost:${portOf(web.server)}`;
  await embedded?.announce(address);
  if (part.client) process.stdout.write(`Ching is at ${address}\n`);
}

/**
 * Undoes the start in reverse and exits with `code`, also when a part has not stopped in time: what lasts stands in the
 * database, and the next start goes on from there. Asked again meanwhile, it exits at once.
 */
async function stop(code: number): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  stopping.abort();
  setTimeout(() => {
    log.warn('not every part stopped in time');
    process.exit(code);
  }, stopWithinMs).unref();
  for (const step of undo.reverse()) {
    try {
      await step();
    } catch (err) {
      log.error({ err }, 'a part did not stop as it should');
    }
  }
  process.exit(code);
}

function embed(): Promise<Embedded> {
  const starting = startEmbedded(env.DATA_DIR, { onLost: fail });
  // Before it has started, too: a Ctrl-C may come at any moment.
  undo.push(async () => (await starting.catch(() => null))?.stop());
  return starting;
}

async function serve(database: Database, withClient: boolean): Promise<Web> {
  const build = new AbortController();
  undo.push(() => build.abort());
  const clientDir = withClient ? await freshClient(build.signal) : null;
  const sessionSecret = env.SESSION_SECRET ?? (await keptSecret(env.DATA_DIR));
  const clock = await followedClock(database);
  const lateWork = createBackgroundWork(log);
  undo.push(lateWork.done);
  const deps = { env, log, database, sessionSecret, clientDir, clock, lateWork, stopping: stopping.signal };
  return listen(createApp(deps), env.PORT);
}

/** The database's clock, compared with it again and again. */
async function followedClock({ db }: Database): Promise<() => Date> {
  const { now, follow } = followDatabaseClock(db);
  await follow();
  setInterval(() => void follow().catch(() => undefined), followEveryMs).unref();
  return now;
}

/** The session secret in `dataDir`, made by the first start. */
async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  await mkdir(dataDir, { recursive: true });
  // 'wx' leaves the secret of an earlier start alone
  await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(() => undefined);
  return (await readFile(file, 'utf8')).trim();
}

type Web = { server: Server; drain(): Promise<void> };

async function listen(app: RequestListener, port: number): Promise<Web> {
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }; // hardening F7
  const server = createServer({ ...limits, connectionsCheckingInterval: 5_000 }, app);
  server.maxHeadersCount = 100;
  const drain = drainable(server);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, listening);
  }).catch((cause: NodeJS.ErrnoException) => {
    throw portRefused(port, cause);
  });
  return { server, drain };
}

function portOf(server: Server): number | null {
  const address = server.address();
  return address instanceof Object ? address.port : null;
}

/** Says what is wrong, an expected reason in its own words alone, and stops with status 1. */
function fail(err: unknown): void {
  if (err instanceof StartupError) process.stderr.write(`${err.message}\n`);
  else log.fatal({ err }, 'Ching stops because of an unexpected error');
  if (!isStopping) void stop(1);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0));
for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, fail);
process.once('disconnect', () => void stop(0)); // the parent that watches us in development is gone
if (process.env.npm_lifecycle_event) {
  // A SIGTERM for npm ends the shell between it and this process, which would live on unseen.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !isStopping && void stop(0), 500).unref();
}

start(process.argv[2] ?? 'all').catch((err: unknown) => {
  if (!isStopping) fail(err); // else the start was cut short on purpose
});
