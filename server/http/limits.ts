import type { RequestHandler } from 'express';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { busy, Refusal } from '../lib/refusal.ts';
import { addressKey } from './address.ts';

/** How often one key may do something. A key never holds what should not be kept: digest an address first. */
type Limit = {
  /** Counts one use. Refuses (429), counting nothing, while there have been too many. */
  use(key: string): Promise<void>;
};

/** How often one key may fail at something. */
export type FailureLimit = {
  /**
   * Counts one try before its outcome is known, so that tries in parallel cannot all slip through. Refuses (429), counting
   * nothing, while there have been too many. The caller must pass the outcome to what it returns, once.
   */
  begin(key: string): Promise<End>;
};

/** Only a try that has failed stays counted. */
type End = (outcome: 'failed' | 'passed') => Promise<void>;

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
export type SlowingLimit = FailureLimit & { forget(key: string): Promise<void> };
type Slowing = 'signInsOfAccount' | 'signInsOfDevice';
type Failures = 'signInsOfAddress' | 'joinsOfUser' | 'joinsOfAddress';

export type Limits = Record<Exclude<keyof typeof rules, Slowing | Failures | Calls>, Limit> &
  Record<Calls, CallLimit> &
  Record<Failures, FailureLimit> &
  Record<Slowing, SlowingLimit>;

/**
 * Chosen: of the tries past a limit on failures that wait for outcomes, how many of one key, and for how long. At bcrypt's
 * cost of 12 two cores check some sixty passwords in 5 s.
 */
const waiting = { slots: 1, maxWaiting: 100, waitMs: 5_000 };

/**
 * The limits of the app, each `scale` times what its rule says. Those on bets and on calls count in the memory of each
 * process, all others in Postgres, for every process together; what has expired there is the worker's to remove. A
 * refusal names its limit, and the error handler logs it.
 */
export function createLimits(pool: pg.Pool, scale: number): Limits {
  const options = (name: keyof typeof rules) => {
    const [most, seconds] = rules[name];
    return { keyPrefix: name, points: Math.max(1, Math.round(most * scale)), duration: seconds };
  };
  const stored = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true } as const;
  const inPostgres = (name: keyof typeof rules) =>
    new RateLimiterPostgres({ ...options(name), ...stored, clearExpiredByTimeout: false });
  const shared = (name: keyof typeof rules) => plainLimit(inPostgres(name), refuse(name));
  const failures = (name: Failures) => awaitOutcomes(failureLimit(inPostgres(name), refuse(name)), name);
  const refuse = (name: keyof typeof rules) => (error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw tooMany(error.msBeforeNext, name);
  };
  const slowing = (name: Slowing, delayName: string) => {
    const pace = new RateLimiterPostgres({
      ...stored,
      keyPrefix: delayName,
      points: 1,
      duration: signInDelays.longest,
      clearExpiredByTimeout: false,
    });
    const limit = slowingLimit(inPostgres(name), pace, refuse(name));
    return { ...limit, ...awaitOutcomes(limit, name) };
  };
  return {
    signInsOfAccount: slowing('signInsOfAccount', 'signInDelay'),
    signInsOfDevice: slowing('signInsOfDevice', 'signInDelayOfDevice'),
    signInsOfAddress: failures('signInsOfAddress'),
    signUpsOfAddress: shared('signUpsOfAddress'),
    resetMailsOfAccount: shared('resetMailsOfAccount'),
    resetMailsOfAddress: shared('resetMailsOfAddress'),
    resetsOfAddress: shared('resetsOfAddress'),
    joinsOfUser: failures('joinsOfUser'),
    joinsOfAddress: failures('joinsOfAddress'),
    betsOfUser: plainLimit(new RateLimiterMemory(options('betsOfUser')), refuse('betsOfUser')),
    callsOfUser: callLimit(new RateLimiterMemory(options('callsOfUser')), refuse('callsOfUser')),
    callsOfAddress: callLimit(new RateLimiterMemory(options('callsOfAddress')), refuse('callsOfAddress')),
  };
}

type Refuse = (error: unknown) => never;

function plainLimit(limiter: RateLimiterPostgres | RateLimiterMemory, refuse: Refuse): Limit {
  return { use: (key) => counted(limiter.consume(key), () => limiter.reward(key), refuse) };
}

function failureLimit(limiter: RateLimiterPostgres, refuse: Refuse): FailureLimit {
  const giveBack = (key: string) => limiter.reward(key);
  return {
    begin: async (key) => {
      await counted(limiter.consume(key), () => giveBack(key), refuse);
      return async (outcome) => {
        if (outcome === 'passed') await giveBack(key);
      };
    },
  };
}

/** The tries of one key in this process. */
type Lane = {
  /** Begins one try at a time, in the order in which they came. */
  inOrder: ReturnType<typeof createConcurrencyLimit>;
  /** How many tries have come so far. */
  came: number;
  /** How many of them wait or are under way; without any the lane is dropped. */
  tries: number;
  underway: number;
  /** Called after each outcome. */
  onEnd(): void;
  /** The last refusal while none was under way. It holds for the first `of` tries that came. */
  refusal: { of: number; error: unknown } | null;
  /** Whether the limit refused the try that is being counted; else a long wait only means that the database is slow. */
  isAtLimit: boolean;
};

/**
 * The same limit, but a try that it refuses waits while others of its key are under way in this process, since those that
 * pass free their places: many who sign in rightly at the same moment from one address are no attack. It is refused once
 * none is under way, or when `waiting` is exceeded.
 */
function awaitOutcomes(limit: FailureLimit, name: Failures | Slowing): FailureLimit {
  const lanes = new Map<string, Lane>();

  function enter(key: string): Lane {
    const lane: Lane = lanes.get(key) ?? newLane();
    lanes.set(key, lane);
    lane.came += 1;
    lane.tries += 1;
    return lane;
  }

  function newLane(): Lane {
    const refusal = (reason: 'full' | 'late') =>
      reason === 'full' || lane.isAtLimit ? tooMany(waiting.waitMs, name) : busy();
    const inOrder = createConcurrencyLimit(waiting, refusal);
    const lane: Lane = {
      inOrder,
      came: 0,
      tries: 0,
      underway: 0,
      onEnd: () => undefined,
      refusal: null,
      isAtLimit: false,
    };
    return lane;
  }

  function leave(key: string, lane: Lane): void {
    lane.tries -= 1;
    if (lane.tries === 0) lanes.delete(key);
  }

  async function beginIn(lane: Lane, number: number, key: string): Promise<End> {
    while (true) {
      if (lane.refusal && number <= lane.refusal.of) throw lane.refusal.error;
      const { underway } = lane;
      try {
        const end = await limit.begin(key);
        lane.isAtLimit = false;
        lane.underway += 1;
        return end;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        lane.isAtLimit = true;
        // Nor would the limit let in those that wait behind this one: they need not ask it.
        if (underway === 0) lane.refusal = { of: lane.came, error };
      }
      // Unless one has ended since, which may have freed its place.
      if (underway > 0 && lane.underway === underway) {
        await new Promise<void>((resolve) => {
          lane.onEnd = resolve;
        });
      }
    }
  }

  return {
    begin: async (key) => {
      const lane = enter(key);
      const number = lane.came;
      try {
        const end = await lane.inOrder(() => beginIn(lane, number, key));
        return async (outcome) => {
          try {
            await end(outcome);
          } finally {
            lane.underway -= 1;
            leave(key, lane);
            lane.onEnd();
          }
        };
      } catch (error) {
        leave(key, lane);
        throw error;
      }
    },
  };
}

/**
 * Counts each call, the refused ones too, and takes none back. Of a key's refusals only the first is logged: they are as
 * many as its calls.
 */
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
async function counted(using: Promise<unknown>, giveBack: () => Promise<unknown>, refuse: Refuse): Promise<void> {
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
  const giveBack = (key: string) => tries.reward(key);
  return {
    begin: async (key) => {
      const { consumedPoints } = await tries.penalty(key);
      const over = consumedPoints - tries.points;
      const customDuration = Math.min(signInDelays.first * 2 ** over, signInDelays.longest);
      if (over >= 0) await counted(pace.consume(key, 1, { customDuration }), () => giveBack(key), refuse);
      return async (outcome) => {
        if (outcome === 'passed') await giveBack(key);
      };
    },
    forget: async (key) => void (await Promise.all([tries.delete(key), pace.delete(key)])),
  };
}

/**
 * What `work` returns. It counts against each limit before it starts. It has failed if it, or a later limit, was refused
 * with one of `codes`.
 */
export async function countFailures<T>(
  codes: string[],
  counts: [FailureLimit, string][],
  work: () => Promise<T>,
): Promise<T> {
  const ends: End[] = [];
  let outcome: Parameters<End>[0] = 'passed';
  try {
    for (const [limit, key] of counts) ends.push(await limit.begin(key));
    return await work();
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) outcome = 'failed';
    throw error;
  } finally {
    await Promise.all(ends.map((end) => end(outcome)));
  }
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
