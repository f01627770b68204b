import { readEnv } from './env.ts';
import { createLog } from './lib/log.ts';
import { exitOnStartupError, StartupError } from './lib/startup-error.ts';
import { createParts } from './parts.ts';

const stopWithinMs = 4_800; // Chosen: supervisors and people expect a process to end within five seconds

const env = exitOnStartupError(readEnv);
const log = createLog(env.LOG_LEVEL);
const parts = createParts({ env, log, onLost: fail });
let isStopping = false;

async function start(role: string): Promise<void> {
  const address = await parts.start(role);
  if (address === null) process.stdout.write('The worker of Ching is running\n');
  else if (role !== 'api') process.stdout.write(`Ching is at ${address}\n`); // in development Vite has the address
}

/**
 * Stops all parts and exits with `code`, also when a part has not stopped in time: all lasting state is in the database,
 * and the next start continues from there. A second call exits at once.
 */
async function stop(code: number): Promise<void> {
  if (isStopping) process.exit(1);
  isStopping = true;
  setTimeout(() => {
    log.warn('not every part stopped in time');
    process.exit(code);
  }, stopWithinMs).unref();
  await parts.stop();
  process.exit(code);
}

/** Stops the process with status 1. Prints only the message of a StartupError; logs any other error whole. */
function fail(err: unknown): void {
  if (err instanceof StartupError) process.stderr.write(`${err.message}\n`);
  else log.fatal({ err }, 'Ching stops because of an unexpected error');
  if (!isStopping) void stop(1);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => void stop(0));
for (const name of ['uncaughtException', 'unhandledRejection'] as const) process.on(name, fail);
process.once('disconnect', () => void stop(0)); // in development the watching parent is gone
if (process.env.npm_lifecycle_event) {
  // A SIGTERM to npm ends npm's shell but not this process. This process then has a new parent, and stops.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !isStopping && void stop(0), 500).unref();
}

start(process.argv[2] ?? 'all').catch((err: unknown) => {
  if (!isStopping) fail(err); // an error after `stop` comes from the interrupted start
});
