import cron from 'node-cron';
import type { Logger } from 'pino';
import { sports } from '#shared/domain/sport.ts';
import type { Database } from '../db/connection.ts';
import { createDemo } from '../demo/service.ts';
import type { Env } from '../env.ts';
import { createFeed } from '../feed/create.ts';
import { createOddsApi } from '../feed/the-odds-api.ts';
import { mailTransport } from '../mail/transport.ts';
import { after, demoLeagues } from './jobs/demo-leagues.ts';
import { finalizeLeaguesJob } from './jobs/finalize-leagues.ts';
import { forgetExpired } from './jobs/forget-expired.ts';
import { heartbeat } from './jobs/heartbeat.ts';
import { pullGames } from './jobs/pull-games.ts';
import { pullOdds } from './jobs/pull-odds.ts';
import { sendMail } from './jobs/send-mail.ts';
import { settleGamesJob } from './jobs/settle-games.ts';
import { type GuardedJob, guarded } from './run-job.ts';

type WorkerDeps = { env: Env; log: Logger; database: Database };

/** The worker's jobs: one pull a sport, so that one sport's trouble is never another's, then settling. */
export function workerJobs({ env, log, database }: WorkerDeps, clock: () => Date): GuardedJob[] {
  const feed = createFeed(env);
  const { ODDS_API_KEY: apiKey, ODDS_API_BASE_URL: baseUrl } = env;
  const odds = apiKey ? createOddsApi({ apiKey, baseUrl, log }) : null;
  const pollMs = env.FEED_POLL_SECONDS * 1_000;
  const demo = createDemo(database, env, log);
  let opened: Promise<void> | null = null;
  // Before the first games come, a demo league can still bet on those that are live by now.
  const open = () => {
    opened ??= (demo?.open(clock()) ?? Promise.resolve()).catch((err: unknown) => {
      log.error({ err }, 'the demo could not be opened');
    });
    return opened;
  };
  const jobs = [
    ...sports.map((sport) => after(open, pullGames({ database, feed, clock, log, pollMs }, sport))),
    ...(odds ? sports.map((sport) => pullOdds({ database, odds, clock, log }, sport)) : []),
    settleGamesJob(database, env.SETTLE_MIN_MINUTES * 60_000, clock, log),
    finalizeLeaguesJob(database, log),
    sendMail(database, mailTransport(env, log), log),
    forgetExpired(database, clock, feed),
    heartbeat(database),
    ...(demo ? [after(open, demoLeagues(demo, clock))] : []),
  ];
  return jobs.map((job) => guarded(job, log));
}

const tickMs = 1_000;

/**
 * Whether a tick is the one to poll at, so that polls come every so many milliseconds on average, one a tick at most.
 *
 * A timer's ticks are never exactly a second apart: the nearest one counts, not the first one after. What was missed while
 * the machine slept is not made up for.
 */
export function pacemaker(everyMs: number): (nowMs: number) => boolean {
  let dueMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    if (nowMs + tickMs / 2 < dueMs) return false;
    const isLate = nowMs - dueMs > Math.max(everyMs, tickMs);
    dueMs = (isLate ? nowMs : dueMs) + everyMs;
    return true;
  };
}

/**
 * Wakes the jobs every FEED_POLL_SECONDS until stopped. The timer only wakes: what is to be done stands in the rows,
 * so a missed or doubled tick loses and repeats nothing (hardening D1, D3).
 */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const clock = () => new Date();
  const jobs = workerJobs(deps, clock);
  const everyMs = deps.env.FEED_POLL_SECONDS * 1_000;
  const isDue = pacemaker(everyMs);
  const poll = () => {
    for (const job of jobs) void job.run();
  };
  let between: NodeJS.Timeout[] = [];
  let isStopped = false;
  const tick = () => {
    if (isStopped || !isDue(Date.now())) return; // a tick that had begun comes after the stop of its task
    poll();
    // Polls that are closer together than the ticks.
    between = Array.from({ length: Math.ceil(tickMs / everyMs) - 1 }, (_, at) => setTimeout(poll, (at + 1) * everyMs));
  };
  const task = cron.schedule('* * * * * *', tick, { timezone: 'UTC', suppressMissedWarning: true }); // a missed one loses nothing
  tick();
  return {
    stop: async () => {
      isStopped = true;
      await task.stop();
      for (const timer of between) clearTimeout(timer);
      await Promise.all(jobs.map((job) => job.idle()));
    },
  };
}
