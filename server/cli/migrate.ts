import { migrate } from '../db/migrate.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';

async function main(): Promise<void> {
  const { DATABASE_URL } = readEnv();
  if (!DATABASE_URL) {
    throw new StartupError('DATABASE_URL is not set. The embedded database needs no command: every start migrates it.');
  }
  await migrate(DATABASE_URL);
  process.stdout.write('The database is up to date\n');
}

main().catch(exitWith);
