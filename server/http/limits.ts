import type { RequestHandler } from 'express';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../refusal.ts';
import { addressKey } from './address.ts';

/** How often one key may do something. A key never holds what should not be kept: digest an address first. */
export type Limit = {
  /** Counts one use. Refuses (429), counting nothing, while there have been too many. */
  use(key: string): Promise<void>;
  /** Takes one use back. */
  giveBack(key: string): Promise<void>;
};

const minute = 60;
const hour = 3_600;

/** How many, in how many seconds. Source: hardening A5, A14, A19, B14; sign-ups and bets are ours. */
const rules = {
  signInsOfAccount: [5, 15 * minute],
  signInsOfAddress: [30, 15 * minute],
  signInsOfDevice: [5, 15 * minute],
  signUpsOfAddress: [20, hour],
  resetMailsOfAccount: [3, hour],
  resetMailsOfAddress: [10, hour],
  resetsOfAddress: [10, hour],
  joinsOfUser: [10, 15 * minute],
  joinsOfAddress: [30, hour],
  betsOfUser: [300, 10],
  // Chosen: an open page asks at most ten times a second, when every sport moves at once; this is six such windows of one
  // person, and thirty behind one address, or a school of pages that follow real games.
  callsOfUser: [600, 10],
  callsOfAddress: [3_000, 10],
} as const;

/** After too many failed sign-ins an account takes one try a delay, which doubles from the first of these to the second. */
const signInDelays = { first: 30, longest: 15 * minute };

/** Counts one call of a key. Refuses (429) each one past the limit. */
type CallLimit = (key: string) => Promise<void>;
type Calls = 'callsOfUser' | 'callsOfAddress';

/** A limit that slows tries down and never closes for good. */
export type SlowingLimit = Limit & { forget(key: string): Promise<void> };
type Slowing = 'signInsOfAccount' | 'signInsOfDevice';

export type Limits = Record<Exclude<keyof typeof rules, Slowing | Calls>, Limit> &
  Record<Calls, CallLimit> &
  Record<Slowing, SlowingLimit>;

/**
 * The limits of the app, each `scale` times what its rule says. Those on bets and on calls count in the memory
 * of each process, all others in Postgres, for every process together; what has expired there is the worker's to remove. Its refusal names
 * the limit, and the error handler logs it.
 */
export function createLimits(pool: pg.Pool, scale: number): Limits {
  const options = (name: keyof typeof rules) => {
    const [most, seconds] = rules[name];
    return { keyPrefix: name, points: Math.max(1, Math.round(most * scale)), duration: seconds };
  };
  const stored = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true } as const;
  const shared = (name: keyof typeof rules) =>
    plainLimit(new RateLimiterPostgres({ ...options(name), ...stored, clearExpiredByTimeout: false }), refuse(name));
  const refuse = (name: keyof typeof rules) => (error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(error.msBeforeNext, name);
  };
  const slowing = (name: Slowing, delayName: string) => {
    const tries = new RateLimiterPostgres({ ...options(name), ...stored, clearExpiredByTimeout: false });
    const pace = new RateLimiterPostgres({
      ...stored,
      keyPrefix: delayName,
      points: 1,
      duration: signInDelays.longest,
      clearExpiredByTimeout: false,
    });
    return slowingLimit(tries, pace, refuse(name));
  };
  return {
    signInsOfAccount: slowing('signInsOfAccount', 'signInDelay'),
    signInsOfDevice: slowing('signInsOfDevice', 'signInDelayOfDevice'),
    signInsOfAddress: shared('signInsOfAddress'),
    signUpsOfAddress: shared('signUpsOfAddress'),
    resetMailsOfAccount: shared('resetMailsOfAccount'),
    resetMailsOfAddress: shared('resetMailsOfAddress'),
    resetsOfAddress: shared('resetsOfAddress'),
    joinsOfUser: shared('joinsOfUser'),
    joinsOfAddress: shared('joinsOfAddress'),
    betsOfUser: plainLimit(new RateLimiterMemory(options('betsOfUser')), refuse('betsOfUser')),
    callsOfUser: callLimit(new RateLimiterMemory(options('callsOfUser')), refuse('callsOfUser')),
    callsOfAddress: callLimit(new RateLimiterMemory(options('callsOfAddress')), refuse('callsOfAddress')),
  };
}

type Refuse = (error: unknown) => never;

function plainLimit(limiter: RateLimiterPostgres | RateLimiterMemory, refuse: Refuse): Limit {
  const giveBack = async (key: string) => void (await limiter.reward(key));
  return { use: (key) => counted(limiter.consume(key), () => giveBack(key), refuse), giveBack };
}

/** Counts each call, the refused ones too, and takes none back. Of a key's refusals only the first is logged: they are as many as its calls. */
function callLimit(limiter: RateLimiterMemory, refuse: Refuse): CallLimit {
  return async (key) => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (error instanceof RateLimiterRes && error.consumedPoints > limiter.points + 1)
        throw tooMany(error.msBeforeNext);
      refuse(error);
    }
  };
}

/** A use that was refused has been counted all the same, and is given back. */
async function counted(using: Promise<unknown>, giveBack: () => Promise<void>, refuse: Refuse): Promise<void> {
  try {
    await using;
  } catch (error) {
    if (error instanceof RateLimiterRes) await giveBack();
    refuse(error);
  }
}

/**
 * A limit that never closes for good, so that nobody can lock another out of their account (hardening A5): past its number
 * `pace` lets one use through at a time, each after twice the wait of the one before.
 */
function slowingLimit(tries: RateLimiterPostgres, pace: RateLimiterPostgres, refuse: Refuse): SlowingLimit {
  const giveBack = async (key: string) => void (await tries.reward(key));
  return {
    use: async (key) => {
      const { consumedPoints } = await tries.penalty(key);
      const over = consumedPoints - tries.points;
      if (over < 0) return;
      const customDuration = Math.min(signInDelays.first * 2 ** over, signInDelays.longest);
      await counted(pace.consume(key, 1, { customDuration }), () => giveBack(key), refuse);
    },
    giveBack,
    forget: async (key) => void (await Promise.all([tries.delete(key), pace.delete(key)])),
  };
}

/**
 * What `work` returns. It counts against each limit before it starts, so that tries in parallel cannot all slip through, and
 * is given back unless it failed: unless `work`, or a later limit, was refused with one of `codes`.
 */
export async function countFailures<T>(codes: string[], counts: [Limit, string][], work: () => Promise<T>): Promise<T> {
  const used: [Limit, string][] = [];
  try {
    for (const [limit, key] of counts) {
      await limit.use(key);
      used.push([limit, key]);
    }
    const result = await work();
    await giveBack(used);
    return result;
  } catch (error) {
    if (!(error instanceof Refusal && codes.includes(error.code))) await giveBack(used);
    throw error;
  }
}

async function giveBack(used: [Limit, string][]): Promise<void> {
  for (const [limit, key] of used.splice(0)) await limit.giveBack(key);
}

/** `limit` is the name under which the refusal is logged; left out, it is not. */
function tooMany(waitMs: number, limit?: string): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  return new Refusal(429, 'too-many', 'Too many tries. Please try again later.', { retryAfter, limit });
}

/**
 * Limits how often one address calls, over whatever it calls; before anything is read of the request but its head, since
 * it must cost less than what it keeps away.
 */
export function limitAddress({ callsOfAddress }: Limits): RequestHandler {
  return async (req, _res, next) => {
    await callsOfAddress(addressKey(req.ip));
    next();
  };
}

/** Limits how often one user calls, from however many addresses. It needs the session to be read. */
export function limitUser({ callsOfUser }: Limits): RequestHandler {
  return async (req, _res, next) => {
    if (req.user) await callsOfUser(req.user.id);
    next();
  };
}
