import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { chatOrigins } from '../chat/services.ts';
import type { Database } from '../db/connection.ts';
import { readEnv, siteUrl } from '../env.ts';
import type { Feed } from '../feed/feed.ts';
import { createBackgroundWork } from '../lib/background-work.ts';
import { listen } from '../lib/listen.ts';
import type { Chance } from '../oracle/schedule.ts';
import { pairOf } from '../push/keys.ts';
import { contactOf, pushServices } from '../push/services.ts';
import { setResult } from '../settlement/set-result.ts';
import { grantAdmin } from '../users/service.ts';
import { watchOnce } from '../worker/clock-watch.ts';
import { sendChats } from '../worker/jobs/send-chats.ts';
import { sendPushes } from '../worker/jobs/send-pushes.ts';
import { type GuardedJob, guarded } from '../worker/run-job.ts';
import { workerJobs } from '../worker/schedule.ts';
import type { SimulatedClock } from './clock.ts';

const log = pino({ level: 'silent' });
const sessionSecret = 'a secret of the simulation, long enough';
/** Chosen: the receivers always answer, and a machine may stand still for minutes. */
export const patienceMs = 300_000;
const pushKeys = pairOf(Buffer.alloc(32, 7).toString('base64url'));

/** The processes of a site, in this one: a web process that listens, and a worker whose jobs are called by name. */
export type Site = {
  origin: string;
  jobs: GuardedJob[];
  /** Resolves when what requests have left behind is done, and no statement is under way. */
  idle(): Promise<void>;
  /** Ends the web process and starts another, which has nothing cached. */
  restartWeb(): Promise<void>;
  restartWorker(): void;
  /** Sends to open event streams what has changed, as a timer does twice a second. */
  pollStreams(): Promise<void>;
  /** Whether an event stream is open. */
  hasStreams(): boolean;
  /** The number of bytes written to the connection from this port of a browser; null once it is closed. */
  writtenTo(port: number | undefined): number | null;
  /** Calls off a game that has no result, as `npm run game -- void ID` does. */
  callOff(gameId: string): Promise<unknown>;
  /** Makes an admin of an account, as `npm run admin -- grant EMAIL` does. */
  grantAdmin(email: string): Promise<unknown>;
  stop(): Promise<void>;
};

type Surroundings = {
  database: Database;
  clock: SimulatedClock;
  feed: Feed;
  chance: Chance;
  smtpUrl: string;
  pushOrigin: string;
  chatOrigin: string;
};

export async function startSite(surroundings: Surroundings): Promise<Site> {
  const { database, clock, feed, chance, smtpUrl, pushOrigin, chatOrigin } = surroundings;
  const env = readEnv({
    NODE_ENV: 'test',
    FEED: 'espn',
    BCRYPT_COST: '4',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '1000000', // all people of a season come from one address
    SMTP_URL: smtpUrl,
    PUSH_SERVICES: pushOrigin,
    CHAT_SERVICES: chatOrigin,
  });
  const backgroundWork = createBackgroundWork(log);
  let server: Server | null = null;
  const connections = new Map<number, Socket>();
  const polls = new Set<() => Promise<void>>();

  const serve = async () => {
    const app = createApp({
      env,
      log,
      database,
      sessionSecret,
      pushKeys,
      clientDir: null,
      clock: clock.now,
      nowMs: clock.ms,
      backgroundWork,
      repeatStreams: (poll) => {
        polls.add(poll);
        return () => polls.delete(poll);
      },
    });
    const started = createServer(app);
    started.keepAliveTimeout = 0; // an idle connection that closes in real time could meet a request
    started.on('connection', (socket) => {
      const { remotePort = 0 } = socket;
      connections.set(remotePort, socket);
      socket.on('close', () => connections.get(remotePort) === socket && connections.delete(remotePort));
    });
    server = started;
    return `http://127.0.0.1:${await listen(started)}`;
  };
  const idle = async () => {
    await backgroundWork.done();
    const { pool } = database;
    // The end of an answer or a stream may still extend its session.
    do await nextTurn();
    while (pool.waitingCount > 0 || pool.idleCount < pool.totalCount);
  };
  const close = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
    while (polls.size > 0) await nextTurn(); // streams leave a moment after their connections
  };
  // The time leaps between two rounds of the worker, as for one that a timer runs: `npm run worker:once`.
  const watch = { isSteady: () => watchOnce(database.db).isSteady(), mayPoll: async () => true };
  const random = () => chance.below(1_000) / 1_000;
  const startWorker = () => {
    const deps = { env, log, database, sessionSecret, pushKeys, feed, monotonicMs: clock.ms, random };
    const sending = { database, log, timeoutMs: patienceMs };
    const patient = [
      // One post after another: else the order of their answers, and of the statements after them, were that of a machine.
      sendChats({ ...sending, origins: chatOrigins(env), site: siteUrl(env), atOnce: 1 }),
      sendPushes({ ...sending, keys: pushKeys, services: pushServices(env), contact: contactOf(env) }),
    ].map((job) => guarded(job, log));
    return workerJobs(deps, watch).map((job) => patient.find(({ name }) => name === job.name) ?? job);
  };

  const site: Site = {
    origin: await serve(),
    jobs: startWorker(),
    idle,
    restartWeb: async () => {
      await close();
      site.origin = await serve();
    },
    restartWorker: () => {
      site.jobs = startWorker();
    },
    pollStreams: async () => {
      for (const poll of polls) await poll();
      await idle();
    },
    hasStreams: () => polls.size > 0,
    writtenTo: (port = 0) => connections.get(port)?.bytesWritten ?? null,
    callOff: (gameId) => {
      const decided = { gameId, outcome: { isVoid: true as const }, reason: 'the feed has lost it', setById: null };
      return setResult(database, decided, 0);
    },
    grantAdmin: (email) => grantAdmin(database, { email }, null),
    stop: async () => {
      await close();
      await backgroundWork.done();
    },
  };
  return site;
}
