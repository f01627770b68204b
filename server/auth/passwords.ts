import bcrypt from 'bcrypt';
import { passwordLength } from '#shared/api/auth.ts';
import { Refusal } from '../refusal.ts';

/** Hashing is slow on purpose: two at a time, a short queue, and a clear no beyond it (hardening A3). */
const atOnce = 2;
const queued = 50;

export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for an unknown user as well, after a comparison of the same cost (hardening A4). */
  matches(password: string, hash: string | null): Promise<boolean>;
};

/** Refuses busy (503) when too many wait. */
export function createPasswords(cost: number): Passwords {
  const limited = createLimit();
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

function createLimit() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= queued) {
        throw new Refusal(503, 'busy', 'Too many people are signing in. Please try again.', { retryAfter: 5 });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
