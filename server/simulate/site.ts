import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { createApp } from '../app.ts';
import { chatOrigins } from '../chat/services.ts';
import type { Database } from '../db/connection.ts';
import { readEnv, siteUrl } from '../env.ts';
import type { Feed } from '../feed/feed.ts';
import { createBackgroundWork } from '../lib/background-work.ts';
import type { Chance } from '../oracle/schedule.ts';
import { pairOf } from '../push/keys.ts';
import { setResult } from '../settlement/set-result.ts';
import { grantAdmin } from '../users/service.ts';
import { watchOnce } from '../worker/clock-watch.ts';
import { sendChats } from '../worker/jobs/send-chats.ts';
import { type GuardedJob, guarded } from '../worker/run-job.ts';
import { workerJobs } from '../worker/schedule.ts';
import type { SimulatedClock } from './clock.ts';

const log = pino({ level: 'silent' });
const sessionSecret = 'a secret of the simulation, long enough';
const pushKeys = pairOf(Buffer.alloc(32, 7).toString('base64url'));

/** The processes of a site, in this one: a web process that listens, and a worker whose jobs are called by name. */
export type Site = {
  origin: string;
  jobs: GuardedJob[];
  /** Resolves when what requests have left behind is done. */
  idle(): Promise<void>;
  /** Ends the web process and starts another, which has nothing cached. */
  restartWeb(): Promise<void>;
  restartWorker(): void;
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

  const listen = async () => {
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
    });
    const started = await new Promise<Server>((resolve) => {
      const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
    });
    server = started;
    return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  };
  const close = async () => {
    server?.closeAllConnections();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  };
  // The time leaps between two rounds of the worker, as for one that a timer runs: `npm run worker:once`.
  const watch = { isSteady: () => watchOnce(database.db).isSteady(), mayPoll: async () => true };
  const random = () => chance.below(1_000) / 1_000;
  const startWorker = () => {
    const deps = { env, log, database, sessionSecret, pushKeys, feed, monotonicMs: clock.ms, random };
    // One post after another: else the order of their answers, and of the statements after them, were that of a machine.
    const chats = { database, origins: chatOrigins(env), site: siteUrl(env), log, atOnce: 1 };
    const oneByOne = guarded(sendChats(chats), log);
    return workerJobs(deps, watch).map((job) => (job.name === oneByOne.name ? oneByOne : job));
  };

  const site: Site = {
    origin: await listen(),
    jobs: startWorker(),
    idle: () => backgroundWork.done(),
    restartWeb: async () => {
      await close();
      site.origin = await listen();
    },
    restartWorker: () => {
      site.jobs = startWorker();
    },
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
