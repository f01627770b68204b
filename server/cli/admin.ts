import { readEnv } from '../env.ts';
import { Refusal } from '../lib/refusal.ts';
import { exitWith, StartupError } from '../lib/startup-error.ts';
import { grantAdmin, revokeAdmin } from '../users/service.ts';
import { withDatabase } from './with-database.ts';

/** Grants or revokes the right to run the site. A running app applies it from the next request on. */
async function main([verb, email, ...more]: string[]): Promise<void> {
  if ((verb !== 'grant' && verb !== 'revoke') || !email || more.length > 0) {
    throw new StartupError('Usage: npm run admin -- grant|revoke EMAIL');
  }
  const change = verb === 'grant' ? grantAdmin : revokeAdmin;
  await withDatabase(readEnv(), (database) => change(database, { email }, null)).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'user-not-found')) throw error;
    throw new StartupError(`There is no account with the address ${email}.`);
  });
  process.stdout.write(verb === 'grant' ? `${email} may set odds now\n` : `${email} may no longer set odds\n`);
}

main(process.argv.slice(2)).catch(exitWith);
