import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import bcrypt from 'bcrypt';
import pg from 'pg';
import { pino } from 'pino';
import { fillCrowd } from '#server/bench/crowd.ts';
import { connect, type Database } from '#server/db/connection.ts';
import { type Replay, startReplay } from '#server/replay/replay.ts';
import { type ChatReceiver, startChatReceiver } from '#server/testing/chat-receiver.ts';
import { closeOddsIn } from '#server/testing/close-odds.ts';
import { cloneTemplate } from '#server/testing/cluster.ts';
import { addRefusedLetter } from '#server/testing/failed-mail.ts';
import { ageLeague, endLeague, fillLeague } from '#server/testing/leagues.ts';
import { endWait } from '#server/testing/letters.ts';
import { type PushService, startPushService } from '#server/testing/push-service.ts';
import { endQuietHours } from '#server/testing/quiet-hours.ts';
import type { Group } from '#shared/api/groups.ts';
import type { Sport } from '#shared/domain/sport.ts';
import { type ServerHost, startServerHost } from './server-host.ts';
import { workerRounds } from './worker-rounds.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const recordings = join(root, '..', 'shared', 'feeds');
const examples = join(root, 'server', 'feed', 'examples');

/** The whole product with a database of its own and scoreboards that the test controls. */
export type Stage = {
  url: string;
  replay: Replay;
  cutDatabase(): Promise<void>;
  restoreDatabase(): Promise<void>;
  /** Moves the dates of a league so that it ended so many hours ago, one by default. */
  endLeague(league: Pick<Group, 'id'>, hours?: number): Promise<void>;
  /** Moves all that has happened in a league so many weeks into the past. */
  ageLeague(league: Group, weeks: number): Promise<void>;
  /** Locks the final standings, so that no league is frozen, until the returned function is called. */
  lockFinalStandings(): Promise<() => Promise<void>>;
  /** Closes the feed's odds of a sport after so many seconds, unless the feed answers again. */
  closeOddsIn(sport: Sport, seconds: number): Promise<void>;
  /** Adds this many members to a league, named in turn, as sign-up and joining would. */
  addMembers(leagueId: string, count: number, names: readonly string[]): Promise<void>;
  /** Adds a player with so many bets of the last year, a tenth of them open, whose e-mail address it returns. */
  addHistory(bets: number, password: string): Promise<string>;
  /** Grants admin rights to the account with this address, by the operator's command. */
  grantAdmin(email: string): Promise<void>;
  /** A push service to which browsers of the journey may subscribe. */
  push: PushService;
  /** The receiver of posts to group chats. */
  chat: ChatReceiver;
  /** Ends everybody's quiet hours: a journey may run at night. */
  endQuietHours(): Promise<void>;
  /** Makes every notice that waits for its letter due: a digest waits for Tuesday. */
  endMailWait(): Promise<void>;
  /** Queues a letter to this address that the mail server has refused for good. */
  refuseMail(recipient: string): Promise<void>;
  /** The texts of all mails in the outbox. */
  mails(): Promise<string[]>;
};

type Fixtures = {
  /**
   * The source of the games: the project's few example scoreboards, real recordings (the examples if no recordings are
   * beside the checkout), or the simulation, where a game takes less than half a minute and the test controls nothing.
   */
  games: 'own' | 'recorded' | 'simulated';
  /** The fault of the feed from the start; none by default. */
  firstFault: 'none' | 'hang' | 'html';
  stage: Stage;
  /** Opens a browser context for one person. A console error or warning in it fails the journey. */
  person: () => Promise<Page>;
};

type WorkerFixtures = {
  /** The process in which the servers of this worker's journeys run, one after the other. */
  serverHost: ServerHost;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  games: ['own', { option: true }],
  firstFault: ['none', { option: true }],

  serverHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern what a fixture needs
    async ({}, use) => {
      const host = startServerHost(bundled('host'));
      await use(host);
      await host.end();
    },
    { scope: 'worker' },
  ],

  stage: async ({ games, firstFault, serverHost }, use) => {
    const { CLUSTER_URL = '' } = process.env;
    /** Undoes each step of the start, in the order of the start. */
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const database = await cloneTemplate(CLUSTER_URL);
      undo.push(database.drop);
      const replay = await startReplay({
        folder: games === 'recorded' && existsSync(recordings) ? recordings : examples,
      });
      undo.push(replay.close);
      const push = await startPushService();
      undo.push(push.close);
      const chat = await startChatReceiver();
      undo.push(chat.close);
      replay.misbehave({ mode: firstFault });
      const folder = await mkdtemp(join(tmpdir(), 'ching-stage-'));
      undo.push(() => rm(folder, { recursive: true }));
      const feed = games === 'simulated' ? simulatedFeed : feedOf(replay);
      const env = serverEnv({
        databaseUrl: database.url,
        feed,
        folder,
        services: { push: push.origin, chat: chat.origin },
      });
      undo.push(serverHost.stop); // also a server that has started in part
      const url = await serverHost.start(env);
      await untilReady(url);
      const rounds = workerRounds(env);
      undo.push(rounds.stop);
      const followed =
        <A extends unknown[]>(change: (...args: A) => Promise<void>) =>
        async (...args: A) => {
          await change(...args);
          rounds.start();
        };
      await use({
        url,
        replay: {
          ...replay,
          changeGame: (id, change) => {
            replay.changeGame(id, change);
            rounds.start();
          },
          misbehave: (fault) => {
            replay.misbehave(fault);
            rounds.start();
          },
        },
        cutDatabase: () => allowConnections(CLUSTER_URL, database.url, false),
        restoreDatabase: () => allowConnections(CLUSTER_URL, database.url, true),
        endLeague: followed((league, hours) => withDatabase(database.url, ({ db }) => endLeague(db, league, hours))),
        ageLeague: followed((league, weeks) => withDatabase(database.url, (aged) => ageLeague(aged, league, weeks))),
        lockFinalStandings: () => lockFinalStandings(database.url),
        closeOddsIn: (sport, seconds) => withDatabase(database.url, (closed) => closeOddsIn(closed, sport, seconds)),
        addMembers: (id, count, names) =>
          withDatabase(database.url, async ({ db }) => void (await fillLeague(db, { id }, count, names))),
        addHistory: (bets, password) => addHistory(database.url, bets, password),
        grantAdmin: async (email) => {
          const env = { PATH: process.env.PATH, DATABASE_URL: database.url };
          await run(process.execPath, [bundled('admin'), 'grant', email], { cwd: root, env });
        },
        push,
        chat,
        endQuietHours: followed(() => withDatabase(database.url, endQuietHours)),
        endMailWait: followed(() => withDatabase(database.url, endWait)),
        refuseMail: (recipient) => withDatabase(database.url, (queue) => addRefusedLetter(queue, recipient)),
        mails: () => mailsIn(join(folder, 'outbox')),
      });
    } finally {
      await undoAll(undo);
    }
  },

  person: async ({ browser, stage, viewport, hasTouch, isMobile }, use, info) => {
    const complaints: string[] = [];
    /** The status and path of each answer from 500 up. */
    const failures: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL: stage.url, viewport, hasTouch, isMobile, timezoneId: 'UTC' });
      const page = await context.newPage();
      context.on('weberror', (error) => complaints.push(error.error().message));
      context.on('console', (message) => {
        const isComplaint = message.type() === 'error' || message.type() === 'warning';
        // Chromium logs this for every expected error status, such as the first 401 of the current user.
        if (isComplaint && !message.text().startsWith('Failed to load resource')) complaints.push(message.text());
      });
      context.on('response', (response) => {
        if (response.status() >= 500) failures.push(`${response.status()} ${pathOf(response)}`);
      });
      contexts.push(context);
      return page;
    });
    // The list of failed journeys has no screenshots. It shows the first 300 characters of this text.
    if (info.status !== info.expectedStatus) {
      const pages = await Promise.all(contexts.flatMap((context) => context.pages()).map(shownOn));
      await info.attach('pages', { body: [...pages, ...failures.slice(-3)].join('; '), contentType: 'text/plain' });
    }
    for (const page of contexts.flatMap((context) => context.pages())) {
      await page.unrouteAll({ behavior: 'ignoreErrors' }); // a request may still be on its way through a route
    }
    for (const context of contexts) await context.close();
    expect(complaints).toEqual([]);
  },
});

/** Runs the steps in reverse, also those after one that fails. Throws the first error. */
async function undoAll(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps.toReversed()) await step().catch((error: unknown) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

const pathOf = (of: { url(): string }) => new URL(of.url()).pathname;

/** The path and the first heading or alert of a page. */
async function shownOn(page: Page): Promise<string> {
  const [words] = await page.locator('[role=alert], h1').allInnerTexts();
  return `${pathOf(page)}: ${words?.slice(0, 40)}`;
}

/** Allows connections to the database of a stage, or terminates all of them and refuses new ones. */
async function allowConnections(clusterUrl: string, databaseUrl: string, allowed: boolean): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: clusterUrl });
  await admin.connect();
  try {
    await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${allowed}`);
    if (!allowed)
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
  } finally {
    await admin.end();
  }
}

async function addHistory(url: string, bets: number, password: string): Promise<string> {
  const none = { leagues: 0, membersPerLeague: 1, tickets: 0, standings: [], openBets: 0, leaguesOfOne: 0 };
  const size = { ...none, users: 0, pastGames: 400, upcomingGames: 16, histories: [bets] };
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const passwordHash = await bcrypt.hash(password, 4);
    await withDatabase(url, async (database) => void (await fillCrowd(owner, database, size, passwordHash)));
  } finally {
    await owner.end();
  }
  return 'member0@example.com';
}

async function lockFinalStandings(connectionString: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('BEGIN');
  await client.query('LOCK TABLE final_standings IN EXCLUSIVE MODE'); // they may be read
  return () => client.end();
}

/** Calls `act` with the database of a stage. */
async function withDatabase(url: string, act: (database: Database) => Promise<void>): Promise<void> {
  const database = connect(url, pino({ level: 'silent' }), { max: 1 });
  try {
    await act(database);
  } finally {
    await database.end();
  }
}

/** The seed and the speed of the simulation; at this speed a game takes less than half a minute. */
export const simulated = { seed: 1, speed: 600 };
const simulatedFeed = {
  FEED: 'simulated',
  SEASON_SEED: String(simulated.seed),
  SEASON_SPEED: String(simulated.speed),
  FEED_POLL_SECONDS: '2', // 20 minutes of simulated time, so that every poll brings a change
};

/** Changes by a journey are pulled at once (`workerRounds`). */
function feedOf({ url }: Replay) {
  return { FEED: 'espn', ESPN_BASE_URL: url, FEED_POLL_SECONDS: '3' };
}

async function mailsIn(outbox: string): Promise<string[]> {
  if (!existsSync(outbox)) return [];
  const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml')).sort();
  return Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')));
}

/** The file of an entry of the bundle (server/testing/server-bundle.ts). */
function bundled(entry: 'host' | 'admin'): string {
  return join(process.env.SERVER_FOLDER ?? '', `${entry}.js`);
}

/**
 * Waits until the server is ready, as a load balancer does: it opens many connections to its database at its start, and
 * a busy machine may take longer for one than a request waits.
 */
async function untilReady(url: string): Promise<void> {
  const status = async () => (await fetch(`${url}/readyz`)).status;
  await expect.poll(status, { timeout: 60_000, intervals: [100] }).toBe(200);
}

type ServerOptions = {
  databaseUrl: string;
  feed: Record<string, string>;
  folder: string;
  services: { push: string; chat: string };
};

function serverEnv({ databaseUrl, feed, folder, services }: ServerOptions): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PORT: '0',
    DATABASE_URL: databaseUrl,
    ...feed,
    DATA_DIR: folder,
    PUSH_SERVICES: services.push,
    CHAT_SERVICES: services.chat,
    SETTLE_MIN_MINUTES: '0',
    CORRECTION_MIN_MINUTES: '0',
    SESSION_SECRET: 'a secret of the journeys, long enough',
    BCRYPT_COST: '4',
    RATE_LIMIT_SCALE: '1000000',
    LOG_LEVEL: 'error',
  };
}

export { expect };
