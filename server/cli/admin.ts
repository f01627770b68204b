import { readEnv } from '../env.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { grantAdmin } from '../users/service.ts';
import { withDatabase } from './with-database.ts';

/** Grants or revokes the right to set odds. A running app applies it from the next request on. */
async function main([verb, email, ...more]: string[]): Promise<void> {
  if ((verb !== 'grant' && verb !== 'revoke') || !email || more.length > 0) {
    throw new StartupError('Usage: npm run admin -- grant|revoke EMAIL');
  }
  const isKnown = await withDatabase(readEnv(), (database) => grantAdmin(database, email, verb === 'grant'));
  if (!isKnown) throw new StartupError(`There is no account with the address ${email}.`);
  process.stdout.write(verb === 'grant' ? `${email} may set odds now\n` : `${email} may no longer set odds\n`);
}

main(process.argv.slice(2)).catch(exitWith);
