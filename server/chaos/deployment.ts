import { join } from 'node:path';
import { freshClient } from '../http/client-build.ts';
import type { Replay } from '../replay/replay.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { type SilentProxy, startSilentProxy } from '../testing/silent-proxy.ts';
import { startCitusDatabase } from './citus-database.ts';
import type { Crowd } from './crowd.ts';
import { type RoundDatabase, startDatabase } from './database.ts';
import { type Journal, openJournal } from './journal.ts';
import type { Listeners } from './listeners.ts';
import type { Load } from './load.ts';
import type { Promised } from './model.ts';
import { createProcess, type Process } from './processes.ts';
import { createService, type Service } from './service.ts';
import type { Violations } from './violations.ts';
import { startWatch, type Watch } from './watch.ts';

/** A mail server that can stop and start again at the same address. */
type MailSink = {
  leave(): Promise<void>;
  comeBack(): Promise<void>;
  /** Letters received since `comeBack`. */
  receivedSinceBack(): number;
  close(): Promise<void>;
};

/** All processes and servers of a round, without any users yet. */
export type Deployment = {
  database: RoundDatabase;
  /** The network between the processes and the database. */
  network: SilentProxy;
  webs: [Process, Process];
  workers: [Process, Process];
  mail: MailSink;
  service: Service;
  journal: Journal<Promised>;
  watch: Watch;
  violations: Violations;
  /** The time that a process takes to start on this machine. */
  bootMs: number;
  close(): Promise<void>;
};

/** A deployment with users and load, as the faults need it. */
export type Scenario = Deployment & {
  replay: Replay;
  crowd: Crowd;
  load: Load;
  listeners: Listeners;
  /** One of them at random. Throws if there is none. */
  chosen<T>(from: readonly T[]): T;
  /** Checks that every acknowledged ticket is stored. */
  checkPromises(): Promise<void>;
};

/** Starts two web processes on a new database, and prepares two workers that are not started yet. */
export async function startDeployment(
  { feedUrl, onCitus }: { feedUrl: string; onCitus: boolean },
  random: () => number,
  violations: Violations,
): Promise<Deployment> {
  await freshClient(); // else both web processes would build it
  const database = await (onCitus ? startCitusDatabase() : startDatabase());
  const network = await startSilentProxy(database.url);
  const mail = await openMailSink();
  const settings = {
    DATABASE_URL: network.url,
    DATA_DIR: join(database.folder, 'data'),
    SESSION_SECRET: 'a secret of the rounds, which is long enough',
    FEED: 'espn',
    ESPN_BASE_URL: feedUrl,
    FEED_POLL_SECONDS: '1',
    SETTLE_MIN_MINUTES: '0',
    CORRECTION_MIN_MINUTES: '0',
    SMTP_URL: mail.url,
    BCRYPT_COST: '4',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
  };
  const preload = import.meta.resolve('../testing/shifted-clock.ts');
  const one = async (role: 'web' | 'worker', number: number) => {
    const clockFile = join(database.folder, `clock of ${role} ${number}`);
    const created = await createProcess(role, number, settings, violations, preload, clockFile);
    await created.setClock(0);
    return created;
  };
  const two = async (role: 'web' | 'worker'): Promise<[Process, Process]> => [await one(role, 1), await one(role, 2)];
  const [webs, workers] = [await two('web'), await two('worker')];
  const service = createService(webs, random, violations);
  const journal = await openJournal<Promised>(join(database.folder, 'acknowledged.jsonl'));
  const watch = startWatch(database.url, violations);
  const close = async () => {
    service.close();
    await watch.stop();
    for (const process of [...webs, ...workers]) await process.end('SIGKILL').catch(() => null); // it may have ended
    await mail.close();
    await journal.close();
    await network.close();
    await database.discard();
  };
  const begunAt = Date.now();
  try {
    await Promise.all(webs.map((web) => web.start()));
  } catch (error) {
    await close();
    throw error;
  }
  const bootMs = Date.now() - begunAt;
  return { database, network, webs, workers, mail, service, journal, watch, violations, bootMs, close };
}

async function openMailSink(): Promise<MailSink & { url: string }> {
  let server: MailServer = await startMailServer();
  const { url } = server;
  return {
    url,
    leave: () => server.close(),
    comeBack: async () => {
      server = await startMailServer(undefined, Number(new URL(url).port));
    },
    receivedSinceBack: () => server.received.length,
    close: () => server.close(),
  };
}
