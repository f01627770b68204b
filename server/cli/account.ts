import { validate as isUuid } from 'uuid';
import { deleteAccountOf, finishDeletion } from '../account/deletion.ts';
import type { Database } from '../db/connection.ts';
import { readEnv } from '../env.ts';
import { Refusal } from '../lib/refusal.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { findUser, findUserByEmail } from '../users/store.ts';
import { withDatabase } from './with-database.ts';

/** Deletes an account by its address or its id, as its owner does on the page. */
async function main([verb, whose, ...more]: string[]): Promise<void> {
  if (verb !== 'delete' || !whose || more.length > 0) {
    throw new StartupError('Usage: npm run account -- delete EMAIL|ID');
  }
  const id = await withDatabase(readEnv(), (database) => remove(database, whose));
  process.stdout.write(`The account ${id} is deleted\n`);
}

async function remove(database: Database, whose: string): Promise<string> {
  const user = isUuid(whose) ? await findUser(database.db, whose) : await findUserByEmail(database.db, whose);
  if (!user) throw new StartupError(`There is no account ${whose}.`);
  try {
    await deleteAccountOf(database, user);
  } catch (error) {
    throw error instanceof Refusal ? new StartupError(error.message, { cause: error }) : error;
  }
  await finishDeletion(database, user.id);
  return user.id;
}

main(process.argv.slice(2)).catch(exitWith);
