import type { RequestHandler } from 'express';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createConcurrencyLimit } from '../lib/bounded-queue.ts';
import { busy, Refusal } from '../lib/refusal.ts';
import { addressKey, networkKey } from './address.ts';
import { rules, signInDelays } from './limit-rules.ts';

/**
 * Limits how often one key may do something. Keys are stored: pass the digest of an e-mail address, not the address.
 */
type Limit = {
  /** Counts one use. Refuses (429), counting nothing, if the limit is reached. */
  use(key: string): Promise<void>;
};

/** Limits how often one key may fail at something. */
export type FailureLimit = {
  /**
   * Counts one try before its outcome is known, so that parallel tries cannot pass the limit together. Refuses (429),
   * counting nothing, if the limit is reached. The caller must call the returned function once, with the outcome.
   */
  begin(key: string): Promise<End>;
};

/** Ends a try. A try that has passed is no longer counted. */
type End = (outcome: 'failed' | 'passed') => Promise<void>;

/** Counts one call of a key. Refuses (429) each call past the limit. */
type CallLimit = (key: string) => Promise<void>;
type Calls = 'callsOfUser' | 'callsOfAddress' | 'calendarsOfAddress' | 'mailLinksOfAddress';

/** A limit that slows tries down instead of refusing all of them. `forget` clears the counts of a key. */
export type SlowingLimit = FailureLimit & { forget(key: string): Promise<void> };
type Slowing = 'signInsOfAccount' | 'signInsOfDevice' | 'passwordsOfUser';
type Failures = 'signInsOfAddress' | 'joinsOfUser' | 'joinsOfAddress' | 'invitesOfAddress' | 'codesOfNetwork';

export type Limits = Record<Exclude<keyof typeof rules, Slowing | Failures | Calls>, Limit> &
  Record<Calls, CallLimit> &
  Record<Failures, FailureLimit> &
  Record<Slowing, SlowingLimit>;

/**
 * Chosen: how many tries of one key may wait for the outcomes of earlier tries, and how long. At bcrypt's cost of 12
 * two cores check some sixty passwords in 5 s.
 */
const pendingTries = { slots: 1, maxWaiting: 100, waitMs: 5_000 };

/**
 * The limits of the app; `scale` multiplies the number of each rule. Limits on bets, reactions and calls count in the memory of
 * each process. All others count in Postgres for all processes together; the worker removes expired rows. A refusal
 * names its limit, and the error handler logs the name.
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
    const delays = new RateLimiterPostgres({
      ...stored,
      keyPrefix: delayName,
      points: 1,
      duration: signInDelays.longest,
      clearExpiredByTimeout: false,
    });
    const limit = slowingLimit(inPostgres(name), delays, refuse(name));
    return { ...limit, ...awaitOutcomes(limit, name) };
  };
  return {
    signInsOfAccount: slowing('signInsOfAccount', 'signInDelay'),
    signInsOfDevice: slowing('signInsOfDevice', 'signInDelayOfDevice'),
    passwordsOfUser: slowing('passwordsOfUser', 'passwordDelay'),
    signInsOfAddress: failures('signInsOfAddress'),
    signUpsOfAddress: shared('signUpsOfAddress'),
    resetMailsOfAccount: shared('resetMailsOfAccount'),
    resetMailsOfAddress: shared('resetMailsOfAddress'),
    resetsOfAddress: shared('resetsOfAddress'),
    joinsOfUser: failures('joinsOfUser'),
    joinsOfAddress: failures('joinsOfAddress'),
    invitesOfAddress: failures('invitesOfAddress'),
    codesOfNetwork: failures('codesOfNetwork'),
    announcementsOfUser: shared('announcementsOfUser'),
    seasonsOfUser: shared('seasonsOfUser'),
    passwordChangesOfUser: shared('passwordChangesOfUser'),
    emailChangesOfUser: shared('emailChangesOfUser'),
    exportsOfUser: shared('exportsOfUser'),
    namesOfUser: shared('namesOfUser'),
    leagueFilesOfUser: shared('leagueFilesOfUser'),
    chatPostsOfUser: shared('chatPostsOfUser'),
    previewsOfUser: shared('previewsOfUser'),
    resultsOfUser: shared('resultsOfUser'),
    searchesOfAdmin: shared('searchesOfAdmin'),
    rightsOfAdmin: shared('rightsOfAdmin'),
    mailRetriesOfAdmin: shared('mailRetriesOfAdmin'),
    betsOfUser: plainLimit(new RateLimiterMemory(options('betsOfUser')), refuse('betsOfUser')),
    reactionsOfUser: plainLimit(new RateLimiterMemory(options('reactionsOfUser')), refuse('reactionsOfUser')),
    callsOfUser: callLimit(new RateLimiterMemory(options('callsOfUser')), refuse('callsOfUser')),
    callsOfAddress: callLimit(new RateLimiterMemory(options('callsOfAddress')), refuse('callsOfAddress')),
    calendarsOfAddress: callLimit(new RateLimiterMemory(options('calendarsOfAddress')), refuse('calendarsOfAddress')),
    confirmMailsOfAccount: shared('confirmMailsOfAccount'),
    confirmMailsOfAddress: shared('confirmMailsOfAddress'),
    mailLinksOfAddress: callLimit(new RateLimiterMemory(options('mailLinksOfAddress')), refuse('mailLinksOfAddress')),
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
type KeyQueue = {
  /** Counts one try at a time against the limit, in the order in which they joined. */
  runInOrder: ReturnType<typeof createConcurrencyLimit>;
  /** The number of tries that have joined so far. */
  joined: number;
  /** The number of tries that wait or are under way. At 0 the queue is dropped. */
  active: number;
  /** The number of tries that are counted and have no outcome yet. */
  underway: number;
  /** Called after each outcome. */
  onEnd(): void;
  /** The last refusal at a moment when no try was under way. It applies to the first `of` tries that joined. */
  refusal: { of: number; error: unknown } | null;
  /** Whether the limit refused the try that is being counted. If false, a long wait means that the database is slow. */
  isAtLimit: boolean;
};

/**
 * The same limit, but a try past it waits until an earlier try of the same key in this process ends. A try that passes
 * frees its count. So many people behind one address can sign in at once. A try is refused once no other is under way,
 * or when `pendingTries` is exceeded.
 */
function awaitOutcomes(limit: FailureLimit, name: Failures | Slowing): FailureLimit {
  const queues = new Map<string, KeyQueue>();

  function join(key: string): KeyQueue {
    const queue: KeyQueue = queues.get(key) ?? createKeyQueue();
    queues.set(key, queue);
    queue.joined += 1;
    queue.active += 1;
    return queue;
  }

  function createKeyQueue(): KeyQueue {
    const refusal = (reason: 'full' | 'late') =>
      reason === 'full' || queue.isAtLimit ? tooMany(pendingTries.waitMs, name) : busy();
    const runInOrder = createConcurrencyLimit(pendingTries, refusal);
    const queue: KeyQueue = {
      runInOrder,
      joined: 0,
      active: 0,
      underway: 0,
      onEnd: () => undefined,
      refusal: null,
      isAtLimit: false,
    };
    return queue;
  }

  function leave(key: string, queue: KeyQueue): void {
    queue.active -= 1;
    if (queue.active === 0) queues.delete(key);
  }

  async function countNext(queue: KeyQueue, number: number, key: string): Promise<End> {
    while (true) {
      if (queue.refusal && number <= queue.refusal.of) throw queue.refusal.error;
      const { underway } = queue;
      try {
        const end = await limit.begin(key);
        queue.isAtLimit = false;
        queue.underway += 1;
        return end;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        queue.isAtLimit = true;
        // The limit would refuse the waiting tries as well: they take this refusal without a query.
        if (underway === 0) queue.refusal = { of: queue.joined, error };
      }
      // If a try has ended since, the limit may have room now: ask again at once.
      if (underway > 0 && queue.underway === underway) {
        await new Promise<void>((resolve) => {
          queue.onEnd = resolve;
        });
      }
    }
  }

  return {
    begin: async (key) => {
      const queue = join(key);
      const number = queue.joined;
      try {
        const end = await queue.runInOrder(() => countNext(queue, number, key));
        return async (outcome) => {
          try {
            await end(outcome);
          } finally {
            queue.underway -= 1;
            leave(key, queue);
            queue.onEnd();
          }
        };
      } catch (error) {
        leave(key, queue);
        throw error;
      }
    },
  };
}

/**
 * Counts every call, also a refused one. Only the first refusal of a key names its limit and is logged: an attack would
 * fill the log.
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

/** Waits for a use to be counted. The library counts a refused use as well, so `giveBack` takes that count back. */
async function counted(using: Promise<unknown>, giveBack: () => Promise<unknown>, refuse: Refuse): Promise<void> {
  try {
    await using;
  } catch (error) {
    if (error instanceof RateLimiterRes) await giveBack();
    refuse(error);
  }
}

/**
 * A limit that only slows tries down, so that nobody can lock another person out of their account: past the number of
 * `tries`, `delays` lets one try pass per delay, and each delay is twice the one before.
 * Why: docs/security.md#passwords-and-sign-in.
 */
function slowingLimit(tries: RateLimiterPostgres, delays: RateLimiterPostgres, refuse: Refuse): SlowingLimit {
  const giveBack = (key: string) => tries.reward(key);
  return {
    begin: async (key) => {
      const { consumedPoints } = await tries.penalty(key);
      const over = consumedPoints - tries.points;
      const customDuration = Math.min(signInDelays.first * 2 ** over, signInDelays.longest);
      if (over >= 0) await counted(delays.consume(key, 1, { customDuration }), () => giveBack(key), refuse);
      return async (outcome) => {
        if (outcome === 'passed') await giveBack(key);
      };
    },
    forget: async (key) => void (await Promise.all([tries.delete(key), delays.delete(key)])),
  };
}

/** Limits, each with the key that a try counts under. */
type Counts = [FailureLimit, string][];

/**
 * Returns what `work` returns. Counts one try against each limit before `work` starts. The try has failed if `work`, or
 * a later limit of the list, refuses with one of `codes`.
 */
export async function countFailures<T>(codes: string[], counts: Counts, work: () => Promise<T>): Promise<T> {
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

/** Runs `work`, which joins a league by a join code, and counts a code that no league has. */
export function countJoin<T>(limits: Limits, userId: string, ip: string | undefined, work: () => Promise<T>) {
  const { joinsOfUser, joinsOfAddress } = limits;
  const counts: Counts = [
    [joinsOfUser, userId],
    [joinsOfAddress, addressKey(ip)],
  ];
  return countCode(limits, ip, counts, work);
}

/** Runs `work`, which reads the invitation with a join code, and counts a code that no league has. */
export function countInvite<T>(limits: Limits, ip: string | undefined, work: () => Promise<T>) {
  return countCode(limits, ip, [[limits.invitesOfAddress, addressKey(ip)]], work);
}

/** Both count in the same network too: docs/security.md#how-far-codes-can-be-searched. */
function countCode<T>({ codesOfNetwork }: Limits, ip: string | undefined, counts: Counts, work: () => Promise<T>) {
  const network = networkKey(ip);
  return countFailures(['unknown-code'], network === null ? counts : [...counts, [codesOfNetwork, network]], work);
}

/**
 * Counts a letter that asks to confirm an address, before it is queued. Refuses (429) one too many. `account`: the digest
 * of the address.
 */
export async function countConfirmation(limits: Limits, account: string, ip: string | undefined): Promise<void> {
  await limits.confirmMailsOfAddress.use(addressKey(ip));
  await limits.confirmMailsOfAccount.use(account);
}

/** `limit` names the limit for the log; without it the refusal is not logged. */
function tooMany(waitMs: number, limit?: string): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1_000));
  return new Refusal(429, 'too-many', 'Too many tries. Please try again later.', { retryAfter, limit });
}

/**
 * Limits how often one address calls the paths below which it is mounted, all together. Mount it before anything reads
 * the body: a refusal must cost less than serving the call.
 */
export function limitAddress(limit: CallLimit): RequestHandler {
  return async (req, _res, next) => {
    await limit(addressKey(req.ip));
    next();
  };
}

/** Limits how often one user calls, over all addresses together. Mount it after the session. */
export function limitUser({ callsOfUser }: Limits): RequestHandler {
  return async (req, _res, next) => {
    if (req.user) await callsOfUser(req.user.id);
    next();
  };
}
