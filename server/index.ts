import { createServer, type RequestListener, type Server } from 'node:http';
import { createApp } from './app.ts';
import { followDatabaseClock } from './db/clock.ts';
import { connect, type Database } from './db/connection.ts';
import { type Embedded, startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { readEnv, warnings } from './env.ts';
import { freshClient } from './http/client-build.ts';
import { drainable } from './http/drain.ts';
import { readSessionSecret } from './http/session-secret.ts';
import { createBackgroundWork } from './lib/background-work.ts';
import { createLog } from './lib/log.ts';
import { exitOnStartupError, portRefused, StartupError } from './lib/startup-error.ts';
import { type PushKeys, pushKeys } from './push/keys.ts';
import { startWorker } from './worker/schedule.ts';

/** The parts that each role of a process starts. `api` has no client: Vite serves it in development. */
const parts = {
  all: { web: true, client: true, worker: true },
  web: { web: true, client: true, worker: false },
  worker: { web: false, client: false, worker: true },
  api: { web: true, client: false, worker: true },
};

const stopWithinMs = 4_800; // Chosen: supervisors and people expect a process to end within five seconds

const env = exitOnStartupError(readEnv);
const log = createLog(env.LOG_LEVEL);

const compareClockEveryMs = 5_000; // Chosen: how long pages may show an old time after a change of the database's clock

/** Aborts when the process stops. It ends the event streams, which have no end of their own. */
const stopping = new AbortController();
/** Undoes each step of the start, in the order of the start. */
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
  await database.machines.start();

  const keys = await pushKeys(env);
  const secrets = { sessionSecret: await readSessionSecret(env), pushKeys: keys };
  const web = part.web ? await serve(database, part.client, secrets) : null;
  const worker = part.worker ? startWorker({ env, log, database, ...secrets }) : null;
  undo.push(() => Promise.all([web?.drain(), worker?.stop()]));
  if (!web) return void process.stdout.write('The worker of Ching is running\n');

  const address = env.APP_URL ?? `http://localhost:${portOf(web.server)}`;
  await embedded?.announce(address);
  if (part.client) process.stdout.write(`Ching is at ${address}\n`);
}

/**
 * Undoes the start in reverse and exits with `code`, also when a part has not stopped in time: all lasting state is in
 * the database, and the next start continues from there. A second call exits at once.
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
  // Registered before the database has started: a Ctrl-C may come at any moment.
  undo.push(async () => (await starting.catch(() => null))?.stop());
  return starting;
}

type Secrets = { sessionSecret: string; pushKeys: PushKeys | null };

async function serve(database: Database, withClient: boolean, secrets: Secrets): Promise<Web> {
  const build = new AbortController();
  undo.push(() => build.abort());
  const clientDir = withClient ? await freshClient(build.signal) : null;
  const clock = await followedClock(database);
  const backgroundWork = createBackgroundWork(log);
  undo.push(backgroundWork.done);
  const deps = { env, log, database, ...secrets, clientDir, clock, backgroundWork, stopping: stopping.signal };
  return listen(createApp(deps), env.PORT);
}

/** The database's clock as this process knows it, compared with the database every `compareClockEveryMs`. */
async function followedClock({ db }: Database): Promise<() => Date> {
  const { now, follow } = followDatabaseClock(db);
  await follow();
  setInterval(() => void follow().catch(() => undefined), compareClockEveryMs).unref();
  return now;
}

type Web = { server: Server; drain(): Promise<void> };

async function listen(app: RequestListener, port: number): Promise<Web> {
  // Chosen: see docs/security.md#load.
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
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

/** Stops the process with status 1. Prints only the message of a StartupError; logs any other error whole. */
function fail(err: unknown): void {
  if (err instanceof StartupError) process.stderr.write(`${err.message}\n`);
  else log.fatal({ err }, 'Ching stops because of an unexpected error');
  if (!isStopping) void stop(1);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0));
for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, fail);
process.once('disconnect', () => void stop(0)); // in development the watching parent is gone
if (process.env.npm_lifecycle_event) {
  // A SIGTERM to npm ends npm's shell but not this process. This process then has a new parent, and stops.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !isStopping && void stop(0), 500).unref();
}

start(process.argv[2] ?? 'all').catch((err: unknown) => {
  if (!isStopping) fail(err); // an error after `stop` comes from the interrupted start
});
