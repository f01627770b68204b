import { appendAuditLine } from '../audit/store.ts';
import { distribute } from '../db/distribute.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { onConnection } from './with-database.ts';

/** `npm run db:distribute`: shards the leagues of DATABASE_URL over the machines of its Citus cluster. */
async function main(): Promise<void> {
  const { DATABASE_URL } = readEnv();
  if (!DATABASE_URL) throw new StartupError('DATABASE_URL is not set: the embedded database is one machine.');
  const isNew = await distribute(DATABASE_URL);
  if (isNew) {
    const line = { actorId: null, action: 'leagues-sharded', leagueId: null, detail: {} } as const;
    await onConnection(DATABASE_URL, ({ db }) => appendAuditLine(db, line));
  }
  process.stdout.write(isNew ? 'The leagues are sharded by their ids\n' : 'The leagues were sharded already\n');
}

main().catch(exitWith);
