import { backUp, restore } from '../db/backup.ts';
import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';

/** Copies the embedded database into a new folder, even while the app runs, or restores such a copy. */
async function main([verb, folder, ...more]: string[]): Promise<void> {
  if ((verb !== 'make' && verb !== 'restore') || !folder || more.length > 0) {
    throw new StartupError('Usage: npm run db:backup -- FOLDER, npm run db:restore -- FOLDER');
  }
  const { DATABASE_URL, DATA_DIR } = readEnv();
  if (DATABASE_URL) {
    throw new StartupError('DATABASE_URL is set: its backups are made with pg_dump, as docs/operations.md says.');
  }
  await (verb === 'make' ? backUp : restore)(DATA_DIR, folder);
  process.stdout.write(
    verb === 'make' ? `The backup is in ${folder}\n` : `${DATA_DIR} holds the database of ${folder}\n`,
  );
}

main(process.argv.slice(2)).catch(exitWith);
