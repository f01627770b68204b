import { readEnv } from '../env.ts';
import { readSessionSecret } from '../http/session-secret.ts';
import { createLog } from '../lib/log.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { pushKeys } from '../push/keys.ts';
import { watchOnce } from '../worker/clock-watch.ts';
import { runOnce, workerJobs } from '../worker/schedule.ts';
import { withDatabase } from './with-database.ts';

const restWords =
  'By the database’s clock no worker ran for a day, or the last one ran in the future: games were polled, nothing was settled.\n' +
  'If the clock is right, run this once more.';

/** Runs every job of the worker once, one after another, and exits: with status 1 if one of them failed. */
async function main(): Promise<void> {
  const env = readEnv();
  const secrets = { sessionSecret: await readSessionSecret(env), pushKeys: await pushKeys(env) };
  const failed = await withDatabase(env, async (database) => {
    const watch = watchOnce(database.db);
    const isSteady = await watch.isSteady(); // read before this run writes its own heartbeat
    const names = await runOnce(workerJobs({ env, log: createLog(env.LOG_LEVEL), database, ...secrets }, watch));
    if (!isSteady) process.stdout.write(`${restWords}\n`);
    return names;
  });
  if (failed.length > 0) throw new StartupError(`Failed: ${failed.join(', ')}. The log says why; run this once more.`);
  process.stdout.write('The worker ran once\n');
}

main().catch(exitWith);
