import bcrypt from 'bcrypt';
import { passwordLength } from '#shared/api/auth.ts';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { Refusal } from '../lib/refusal.ts';

/**
 * Chosen: two hashes at a time, and up to 5 s in the queue, in which two cores serve some sixty at cost 12. The queue's
 * length only bounds its memory: the wait decides who is refused.
 */
const queue = { slots: 2, maxWaiting: 1_000, waitMs: 5_000 };
/** How many requests can wait here or hash: a limit in front must not refuse any of them. */
export const passwordsAtOnce = queue.slots + queue.maxWaiting;

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Whether the password belongs to the hash; null is an unknown user, whom no password matches. A wrong password takes
   * the same time for an unknown user, for a hash of today's cost and for one of a lower cost. Only a hash of a higher
   * cost than today's takes longer, until its owner signs in.
   */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash has today's cost. */
  isCurrent(hash: string): boolean;
};

/** Every hash has this cost from now on. Hashing refuses (503) a request that has waited too long for its slot. */
export function createPasswords(cost: number): Passwords {
  const limited = createConcurrencyLimit(queue, tooMany);

  async function compare(password: string, hash: string | null): Promise<boolean> {
    const hashCost = costOf(hash);
    if (hash === null || hashCost === null) return bcrypt.compare(password, nobodysHash(cost));
    if (await bcrypt.compare(password, hash)) return true;
    // Each cost doubles the time: 2^n + 2^n + 2^(n+1) + … + 2^(cost-1) = 2^cost.
    for (let rest = hashCost; rest < cost; rest += 1) await bcrypt.compare(password, nobodysHash(rest));
    return false;
  }

  return {
    hash: (password) => limited(() => bcrypt.hash(password, cost)),
    matches: async (password, hash) => {
      const equal = await limited(() => compare(password, hash));
      // bcrypt reads 72 bytes and ignores the rest, and takes every lone surrogate for the same character.
      const isExact = Buffer.byteLength(password) <= passwordLength.mostBytes && password.isWellFormed();
      return equal && hash !== null && isExact;
    },
    isCurrent: (hash) => costOf(hash) === cost,
  };
}

/** The cost that stands in a bcrypt hash; null for what is none. */
function costOf(hash: string | null): number | null {
  const [, digits] = /^\$2[aby]\$(\d\d)\$/.exec(hash ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** A well-formed hash of no known password: comparing with it costs what comparing with a real one does. */
function nobodysHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'Too many people are signing in. Please try again.', { retryAfter: 5 });
}
