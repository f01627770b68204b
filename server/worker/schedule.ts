import cron from 'node-cron';
import type { Logger } from 'pino';
import { sports } from '#shared/domain/sport.ts';
import type { Database } from '../db/connection.ts';
import { type Env, pace } from '../env.ts';
import { createFeed } from '../feed/create.ts';
import { createOddsApi } from '../feed/the-odds-api.ts';
import { mailTransport } from '../mail/transport.ts';
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
  const jobs = [
    ...sports.map((sport) => pullGames({ database, feed, clock, log, pollMs }, sport)),
    ...(odds ? sports.map((sport) => pullOdds({ database, odds, clock, log }, sport)) : []),
    settleGamesJob(database, (env.SETTLE_MIN_MINUTES * 60_000) / pace(env), clock, log),
    finalizeLeaguesJob(database, log),
    sendMail(database, mailTransport(env, log), log),
    forgetExpired(database),
    heartbeat(database),
  ];
  return jobs.map((job) => guarded(job, log));
}

/**
 * Wakes the jobs every FEED_POLL_SECONDS until stopped. The timer only wakes: what is to be done stands in the rows,
 * so a missed or doubled tick loses and repeats nothing (hardening D1, D3).
 */
export function startWorker(deps: WorkerDeps): { stop(): Promise<void> } {
  const clock = () => new Date();
  const jobs = workerJobs(deps, clock);
  const everyMs = deps.env.FEED_POLL_SECONDS * 1_000;
  let nextAt = 0;
  const tick = () => {
    if (Date.now() < nextAt) return;
    nextAt = Date.now() + everyMs;
    for (const job of jobs) void job.run();
  };
  const task = cron.schedule('* * * * * *', tick, { timezone: 'UTC' });
  tick();
  return {
    stop: async () => {
      await task.stop();
      await Promise.all(jobs.map((job) => job.idle()));
    },
  };
}
