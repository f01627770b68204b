import bcrypt from 'bcrypt';
import { passwordLength } from '#shared/api/auth.ts';
import { Refusal } from '../refusal.ts';
import { createTurns } from '../waiting-line.ts';

/**
 * Hashing is slow on purpose: two at a time, a short queue, and a clear no beyond it (hardening A3). How many are done in a
 * second depends on the machine, so it is the wait that has an end; that is ours.
 */
const usual = { atOnce: 2, waitingAtMost: 50, waitMs: 1_000 };

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for an unknown user as well, after a comparison of the same cost (hardening A4). */
  matches(password: string, hash: string | null): Promise<boolean>;
};

/** Refuses busy (503) when too many wait, or one has for a second. */
export function createPasswords(cost: number, waitMs = usual.waitMs): Passwords {
  const limited = createTurns({ ...usual, waitMs }, tooMany);
  const nobody = bcrypt.hash('nobody signs in with this', cost);
  return {
    hash: (password) => limited(() => bcrypt.hash(password, cost)),
    matches: async (password, hash) => {
      const against = hash ?? (await nobody);
      const equal = await limited(() => bcrypt.compare(password, against));
      // bcrypt reads 72 bytes and ignores the rest, and takes every lone surrogate for the same character (hardening A2).
      const isExact = Buffer.byteLength(password) <= passwordLength.mostBytes && password.isWellFormed();
      return equal && hash !== null && isExact;
    },
  };
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'Too many people are signing in. Please try again.', { retryAfter: 5 });
}
