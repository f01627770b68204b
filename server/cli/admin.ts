import { CannotStart, exitWith } from '../cannot-start.ts';
import { connect } from '../db/connection.ts';
import { runningEmbedded, startEmbedded } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Env, readEnv } from '../env.ts';
import { createLog } from '../log.ts';
import { grantAdmin } from '../users/service.ts';

/** Gives or takes the right to set odds, also while the app runs, for which it holds from the next request on. */
async function main([verb, email, ...more]: string[]): Promise<void> {
  if ((verb !== 'grant' && verb !== 'revoke') || !email || more.length > 0) {
    throw new CannotStart('Usage: npm run admin -- grant|revoke EMAIL');
  }
  const env = readEnv();
  const isKnown = await withDatabase(env, async (url) => {
    await migrate(url);
    const database = connect(url, createLog(env.LOG_LEVEL), { max: 1 });
    try {
      return await grantAdmin(database, email, verb === 'grant');
    } finally {
      await database.end();
    }
  });
  if (!isKnown) throw new CannotStart(`There is no account with the address ${email}.`);
  process.stdout.write(verb === 'grant' ? `${email} may set odds now\n` : `${email} may no longer set odds\n`);
}

/** What `work` returns on the database of the environment; the embedded one is started for it unless it runs already. */
async function withDatabase<T>(env: Env, work: (url: string) => Promise<T>): Promise<T> {
  const running = env.DATABASE_URL ?? (await runningEmbedded(env.DATA_DIR));
  if (running) return work(running);
  const embedded = await startEmbedded(env.DATA_DIR);
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

main(process.argv.slice(2)).catch(exitWith);
