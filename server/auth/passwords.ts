import bcrypt from 'bcrypt';
import { passwordLength } from '#shared/api/auth.ts';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { Refusal } from '../lib/refusal.ts';

/**
 * Chosen: two hashes at a time, and up to 4 s in the queue, so that a client that gives up after 5 s still gets its
 * answer. In 4 s two cores compute some fifty hashes of cost 12. The length of the queue only limits its memory: the
 * wait decides which requests are refused.
 */
const queue = { slots: 2, maxWaiting: 1_000, waitMs: 4_000 };
/**
 * The number of requests that can hash or wait. A concurrency limit in front of the queue must not refuse any of them.
 */
export const passwordCapacity = queue.slots + queue.maxWaiting;

export type Passwords = {
  hash(password: string): Promise<string>;
  /**
   * Whether the password matches the hash. A null hash means an unknown user and never matches. A wrong password takes
   * the same time for an unknown user, for a hash of the current cost and for one of a lower cost. Only a hash of a
   * higher cost takes longer, until its owner signs in.
   */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash has the current cost. */
  isCurrent(hash: string): boolean;
};

/** New hashes get this cost. Refuses (503) a request that has waited too long for a slot. */
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

/** The cost in a bcrypt hash; null if the text is none. */
function costOf(hash: string | null): number | null {
  const [, digits] = /^\$2[aby]\$(\d\d)\$/.exec(hash ?? '') ?? [];
  return digits === undefined ? null : Number(digits);
}

/** A well-formed hash of no known password. Comparing with it takes as long as comparing with a real hash. */
function nobodysHash(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`;
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'Too many people are signing in. Please try again.', { retryAfter: 5 });
}
