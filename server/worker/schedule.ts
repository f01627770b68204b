import type { Logger } from 'pino';
import { sports } from '#shared/domain/sport.ts';
import { chatOrigins } from '../chat/services.ts';
import { databaseNow } from '../db/clock.ts';
import type { Database } from '../db/connection.ts';
import { createDemo, type Demo } from '../demo/service.ts';
import { type Env, siteUrl } from '../env.ts';
import { createFeed } from '../feed/create.ts';
import type { Feed } from '../feed/feed.ts';
import { createOddsApi } from '../feed/the-odds-api.ts';
import { mailTransport } from '../mail/transport.ts';
import type { PushKeys } from '../push/keys.ts';
import { contactOf, pushServices } from '../push/services.ts';
import { after, afterClockCheck, type ClockWatch, watchClock, whenPolling, whenSteady } from './clock-watch.ts';
import { closeQuotes } from './jobs/close-quotes.ts';
import { deleteExpiredRows } from './jobs/delete-expired.ts';
import { demoLeagues } from './jobs/demo-leagues.ts';
import { finalizeLeaguesJob } from './jobs/finalize-leagues.ts';
import { finishDeletionsJob } from './jobs/finish-deletions.ts';
import { freezeWeeksJob } from './jobs/freeze-weeks.ts';
import { heartbeat } from './jobs/heartbeat.ts';
import { pullGames } from './jobs/pull-games.ts';
import { pullOdds } from './jobs/pull-odds.ts';
import { queueLettersJob } from './jobs/queue-letters.ts';
import { sendChats } from './jobs/send-chats.ts';
import { sendMail } from './jobs/send-mail.ts';
import { sendPushes } from './jobs/send-pushes.ts';
import { settleGamesJob } from './jobs/settle-games.ts';
import { writeNotices } from './jobs/write-notices.ts';
import { writeReminders } from './jobs/write-reminders.ts';
import { type GuardedJob, guarded, type Job } from './run-job.ts';

type WorkerDeps = {
  env: Env;
  log: Logger;
  database: Database;
  /** From it follows the key that signs the links in letters. */
  sessionSecret: string;
  /** Null if this installation pushes nothing. */
  pushKeys?: PushKeys | null;
  demo?: Demo | null;
  /** Default: the feed of the environment. */
  feed?: Feed;
  /** Measures waits of pulls, notices and deletions, in milliseconds. Default: the process's own. */
  monotonicMs?: () => number;
  /** A random number from 0 to 1, for the jitter of the backoff. */
  random?: () => number;
};

/**
 * The worker's jobs: one pull job per sport, so that a failing sport does not delay another, then settling and the
 * rest.
 *
 * All jobs read the database's clock, as bets and the other processes do. A worker whose own clock is wrong neither
 * locks nor voids a game too early. Jobs that cannot be undone are skipped while `watch` says that the clock is not
 * steady, and games are not polled just after the clock was set.
 */
export function workerJobs(
  deps: WorkerDeps,
  watch: ClockWatch = watchClock(deps.database.db, deps.env.FEED_POLL_SECONDS * 1_000, deps.log),
): GuardedJob[] {
  const { env, log, database, sessionSecret, pushKeys = null, demo = createDemo(database, env, log) } = deps;
  const { feed = createFeed(env), monotonicMs, random } = deps;
  const clock = () => databaseNow(database.db);
  const { ODDS_API_KEY: apiKey, ODDS_API_BASE_URL: baseUrl } = env;
  const odds = apiKey ? createOddsApi({ apiKey, baseUrl, log }) : null;
  const pollMs = env.FEED_POLL_SECONDS * 1_000;
  const correctionMinutes = env.CORRECTION_MIN_MINUTES;
  let opened: Promise<void> | null = null;
  const openDemo = async () => demo?.open(await clock());
  // Runs before the first pull: only games that no poll has stored can get bets although they are live already.
  const open = () => {
    opened ??= openDemo().catch((err: unknown) => {
      log.error({ err }, 'the demo could not be opened');
    });
    return opened;
  };
  const overdueMs = (): number => Math.max(...guardedJobs.map((job) => job.overdueMs()));
  // While Citus refuses to write games, a poll would only wait for it, and make others wait.
  const polling = { ...watch, mayPoll: async () => database.machines.canWriteCopies && (await watch.mayPoll()) };
  const pulls = {
    database,
    feed,
    clock,
    mayPoll: polling.mayPoll,
    monotonicMs,
    random,
    log,
    pollMs,
    correctionMinutes,
  };
  const jobs: Job[] = [
    ...sports.map((sport) => after(open, pullGames(pulls, sport))),
    ...(odds ? sports.map((sport) => whenPolling(polling, pullOdds({ database, odds, clock, log }, sport))) : []),
    whenSteady(watch, settleGamesJob(database, env.SETTLE_MIN_MINUTES * 60_000, clock, log)),
    whenSteady(watch, closeQuotes(database, clock, log)),
    whenSteady(watch, finalizeLeaguesJob(database, log)),
    whenSteady(watch, freezeWeeksJob(database, log)),
    whenSteady(watch, writeNotices(database, log, monotonicMs)),
    whenSteady(watch, writeReminders(database, log, monotonicMs)),
    whenSteady(watch, queueLettersJob(database, log)),
    sendMail({ database, site: siteUrl(env), sessionSecret, openTransport: () => mailTransport(env, log), log }),
    ...(pushKeys
      ? [sendPushes({ database, keys: pushKeys, services: pushServices(env), contact: contactOf(env), log })]
      : []),
    sendChats({ database, origins: chatOrigins(env), site: siteUrl(env), log }),
    finishDeletionsJob(database),
    whenSteady(watch, deleteExpiredRows(database, feed, monotonicMs)),
    afterClockCheck(watch, heartbeat(database, overdueMs)),
    ...(demo ? [whenSteady(watch, after(open, demoLeagues(demo, clock)))] : []),
  ];
  const guardedJobs: GuardedJob[] = jobs.map((job) => guarded(job, log));
  return guardedJobs;
}

/**
 * Runs every job once, one after another, so that each finds what those before it have done. Returns the names of the
 * jobs that failed.
 */
export async function runOnce(jobs: readonly GuardedJob[]): Promise<string[]> {
  const failed: string[] = [];
  for (const job of jobs) {
    if (!(await job.run())) failed.push(job.name);
  }
  return failed;
}

/**
 * Starts each job every FEED_POLL_SECONDS, or more often if it says so. `stop` aborts running jobs and waits for them.
 *
 * The jobs read from the database what is to be done, so a missed or doubled tick loses and repeats nothing. Timers are
 * monotonic: they run on when a clock is set, and all ticks that were missed in a sleep become one.
 */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const jobs = workerJobs(deps);
  const pollMs = deps.env.FEED_POLL_SECONDS * 1_000;
  const timers = jobs.map((job) => setInterval(() => void job.run(), Math.min(job.everyMs ?? pollMs, pollMs)));
  for (const job of jobs) void job.run();
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}
