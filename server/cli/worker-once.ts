import { exitWith } from '../cannot-start.ts';
import { connect } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import type { ClockWatch } from '../worker/clock-watch.ts';
import { workerJobs } from '../worker/schedule.ts';

/** There is no later run to leave anything to: the person or the timer that starts the command decides when. */
const alwaysSteady: ClockWatch = { isSteady: async () => true };

/** Runs every job of the worker once, one after the other, and ends. */
async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const embedded = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR);
  try {
    const url = env.DATABASE_URL ?? embedded?.url ?? '';
    await migrate(url);
    const database = connect(url, log);
    for (const job of workerJobs({ env, log, database }, alwaysSteady)) await job.run();
    await database.end();
  } finally {
    await embedded?.stop();
  }
  process.stdout.write('The worker ran once\n');
}

main().catch(exitWith);
