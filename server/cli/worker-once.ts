import { connect } from '../db/connection.ts';
import { startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { createLog } from '../lib/log.ts';
import { exitWith } from '../lib/startup-error.ts';
import { watchOnce } from '../worker/clock-watch.ts';
import { workerJobs } from '../worker/schedule.ts';

const restWords =
  'By the database’s clock no worker ran for a day, or the last one ran in the future: games were polled, nothing was settled.\n' +
  'If the clock is right, run this once more.';

/** Runs every job of the worker once, one after another, and exits. */
async function main(): Promise<void> {
  const env = readEnv();
  const log = createLog(env.LOG_LEVEL);
  const embedded = env.DATABASE_URL ? null : await startEmbedded(env.DATA_DIR);
  try {
    const url = env.DATABASE_URL ?? embedded?.url ?? '';
    await migrate(url);
    const database = connect(url, log);
    const watch = watchOnce(database.db);
    const isSteady = await watch.isSteady(); // read before this run writes its own heartbeat
    for (const job of workerJobs({ env, log, database }, watch)) await job.run();
    await database.end();
    if (!isSteady) process.stdout.write(`${restWords}\n`);
  } finally {
    await embedded?.stop();
  }
  process.stdout.write('The worker ran once\n');
}

main().catch(exitWith);
