import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { connect } from '#server/db/connection.ts';
import { readEnv } from '#server/env.ts';
import { confirmingPolls } from '#server/games/next-state.ts';
import { readSessionSecret } from '#server/http/session-secret.ts';
import { pushKeys } from '#server/push/keys.ts';
import { watchOnce } from '#server/worker/clock-watch.ts';
import { apartMs } from '#server/worker/jobs/pull-games.ts';
import type { GuardedJob } from '#server/worker/run-job.ts';
import { runOnce, workerJobs } from '#server/worker/schedule.ts';

export type WorkerRounds = {
  /**
   * Runs every job of the worker once, in their order, as `npm run worker:once` does. Then a second poll confirms what the
   * first one brought, as soon as the two are far enough apart, and the jobs do what follows from it. Called meanwhile, it
   * begins anew after the round that runs.
   */
  start(): void;
  /** Resolves when no round runs or is due. Ignores later calls of `start`. Throws what no job can be blamed for. */
  stop(): Promise<void>;
};

/**
 * Does at once most of what the server's own worker would do at its next polls, beside it.
 *
 * Waiting for those polls would take half a minute, and polling often enough that nobody waits took half of the
 * machine: 0.14 s of the server's CPU a second, and as much of the database's, for each of the journeys that run.
 *
 * env  the environment of the server.
 */
export function workerRounds(env: Record<string, string>): WorkerRounds {
  const log = pino({ level: 'silent' });
  let due = 0;
  let isStopped = false;
  let sooner = new AbortController();
  let rounds: Promise<void> | null = null;
  const failures: unknown[] = [];

  async function runDue(): Promise<void> {
    const settings = readEnv(env);
    const secrets = { sessionSecret: await readSessionSecret(settings), pushKeys: await pushKeys(settings) };
    const database = connect(settings.DATABASE_URL ?? '', log, { max: 2 });
    try {
      let jobs: GuardedJob[] = [];
      while (due > 0) {
        // New jobs pull the slates. In a second round the same jobs poll the games that are under way, that have open bets,
        // or that wait for a second poll.
        if (due === confirmingPolls)
          jobs = workerJobs({ env: settings, log, database, ...secrets }, watchOnce(database.db));
        due -= 1;
        await runOnce(jobs); // jobs may fail: a journey cuts the database, and the server's own worker tries again
        if (due > 0 && due < confirmingPolls) await untilApart(settings.FEED_POLL_SECONDS * 1_000);
      }
    } finally {
      await database.end();
    }
  }

  /** Waits until one poll confirms another, or until `start` or `stop` is called. */
  async function untilApart(pollMs: number): Promise<void> {
    sooner = new AbortController();
    await pause(apartMs(pollMs), null, { signal: sooner.signal }).catch(() => undefined);
  }

  function begin(): void {
    rounds = runDue()
      .catch((error: unknown) => {
        failures.push(error);
        due = 0;
      })
      .finally(() => {
        rounds = null;
        if (due > 0) begin(); // `start` was called when the last round was over
      });
  }

  return {
    start: () => {
      if (isStopped) return;
      due = confirmingPolls;
      sooner.abort();
      if (!rounds) begin();
    },
    stop: async () => {
      isStopped = true;
      due = 0;
      sooner.abort();
      await rounds;
      if (failures.length > 0) throw failures[0];
    },
  };
}
