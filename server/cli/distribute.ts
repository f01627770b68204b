import { distribute } from '../db/distribute.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';

/** `npm run db:distribute`: shards the leagues of DATABASE_URL over the machines of its Citus cluster. */
async function main(): Promise<void> {
  const { DATABASE_URL } = readEnv();
  if (!DATABASE_URL) throw new StartupError('DATABASE_URL is not set: the embedded database is one machine.');
  const isNew = await distribute(DATABASE_URL);
  process.stdout.write(isNew ? 'The leagues are sharded by their ids\n' : 'The leagues were sharded already\n');
}

main().catch(exitWith);
