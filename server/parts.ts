import { createServer, type RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { followDatabaseClock } from './db/clock.ts';
import { connect, type Database } from './db/connection.ts';
import { type Embedded, startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { type Env, warnings } from './env.ts';
import { freshClient } from './http/client-build.ts';
import { drainable } from './http/drain.ts';
import { readSessionSecret } from './http/session-secret.ts';
import { createBackgroundWork } from './lib/background-work.ts';
import { listen } from './lib/listen.ts';
import { portRefused, StartupError } from './lib/startup-error.ts';
import { type PushKeys, pushKeys } from './push/keys.ts';
import { startWorker } from './worker/schedule.ts';

/** The parts that each role of a process starts. `api` has no client: Vite serves it in development. */
const roles = {
  all: { web: true, client: true, worker: true },
  web: { web: true, client: true, worker: false },
  worker: { web: false, client: false, worker: true },
  api: { web: true, client: false, worker: true },
};

const compareClockEveryMs = 5_000; // Chosen: how long pages may show an old time after a change of the database's clock

/** The parts of one server: its database, its web application and its worker. */
export type ServerParts = {
  /** Starts the parts of a role. Returns the address of the web application, null without one. Call it once. */
  start(role: string): Promise<string | null>;
  /**
   * Undoes the steps of the start in reverse. Logs the error of a part that does not stop as it should, and stops the
   * others. Does not wait for a start that is under way, which may reject or go on: end the process then.
   */
  stop(): Promise<void>;
};

type Options = {
  env: Env;
  log: Logger;
  /** Called when the embedded database has ended and could not be restarted. */
  onLost(error: unknown): void;
};

export function createParts({ env, log, onLost }: Options): ServerParts {
  /** Aborts at the stop. It ends the event streams, which have no end of their own. */
  const stopping = new AbortController();
  /** Undoes each step of the start, in the order of the start. */
  const undo: (() => unknown)[] = [];

  function embed(): Promise<Embedded> {
    const starting = startEmbedded(env.DATA_DIR, { onLost });
    // Registered before the database has started: a Ctrl-C may come at any moment.
    undo.push(async () => (await starting.catch(() => null))?.stop());
    return starting;
  }

  async function serve(database: Database, withClient: boolean, secrets: Secrets): Promise<Web> {
    const build = new AbortController();
    undo.push(() => build.abort());
    const clientDir = withClient ? await freshClient(build.signal) : null;
    const clock = await followedClock(database);
    const backgroundWork = createBackgroundWork(log);
    undo.push(backgroundWork.done);
    const deps = { env, log, database, ...secrets, clientDir, clock, backgroundWork, stopping: stopping.signal };
    return open(createApp(deps), env.PORT);
  }

  /** The database's clock as this server knows it, compared with the database every `compareClockEveryMs`. */
  async function followedClock({ db }: Database): Promise<() => Date> {
    const { now, follow } = followDatabaseClock(db);
    await follow();
    const comparing = setInterval(() => void follow().catch(() => undefined), compareClockEveryMs).unref();
    undo.push(() => clearInterval(comparing));
    return now;
  }

  return {
    start: async (role) => {
      const part = Object.hasOwn(roles, role) ? roles[role as keyof typeof roles] : null;
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
      if (!web) return null;

      const address = env.APP_URL ?? `http://localhost:${web.port}`;
      await embedded?.announce(address);
      return address;
    },
    stop: async () => {
      stopping.abort();
      for (const step of undo.reverse()) {
        try {
          await step();
        } catch (err) {
          log.error({ err }, 'a part did not stop as it should');
        }
      }
    },
  };
}

type Secrets = { sessionSecret: string; pushKeys: PushKeys | null };

type Web = { port: number; drain(): Promise<void> };

/** Serves requests at a port, which the system chooses for port 0. */
async function open(app: RequestListener, port: number): Promise<Web> {
  // Chosen: see docs/security.md#load.
  const limits = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };
  const server = createServer({ ...limits, connectionsCheckingInterval: 5_000 }, app);
  server.maxHeadersCount = 100;
  const drain = drainable(server);
  const listened = await listen(server, port, null).catch((cause: NodeJS.ErrnoException) => {
    throw portRefused(port, cause);
  });
  return { port: listened, drain };
}
