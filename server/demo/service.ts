import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { areOddsOld } from '#shared/domain/odds-age.ts';
import { createPasswords } from '../auth/passwords.ts';
import { deleteResetsOf } from '../auth/store.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, inside } from '../db/connection.ts';
import { type Env, feedSpeed, offersDemo } from '../env.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSimulation } from '../feed/simulation.ts';
import { listOpenBetween } from '../games/store.ts';
import { deleteSessions } from '../http/session-store.ts';
import { requireMember, requireRight } from '../leagues/access.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { lockNextSeasons } from '../leagues/seasons-store.ts';
import { deleteLeague } from '../leagues/service.ts';
import { findFunds } from '../ledger/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { placeTicket } from '../tickets/place.ts';
import { findUser, lockUsers, type UserRow } from '../users/store.ts';
import { type Open, slipOf } from './bettor.ts';
import { oneOf, personNamed } from './cast.ts';
import { makeLeagues } from './history.ts';
import { later } from './past.ts';
import {
  type Bettor,
  claimLeague,
  countReady,
  type DemoLeague,
  deleteLeagueless,
  dropLeague,
  listBettors,
  listGamesBetOn,
  listMemberIds,
  listOldLeagues,
} from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Chosen: how many leagues are ready, so that a visitor does not have to wait for one. */
const readyLeagues = 2;
/** Chosen, in simulated time: a ready league older than this is deleted, because its past ends too long ago. */
const freshDays = 5;
/** Chosen, in real time: how long after its claim the other members of a league still bet. */
const livelyMs = 2 * hourMs;
/** Chosen, in real time: how long after its claim a league is deleted. */
const claimedLifetimeMs = 2 * dayMs;

/** Chosen, in simulated time: made-up members bet on games that start within this. */
const bettingMs = 1.5 * hourMs;
/**
 * Chosen, in simulated time: a ticket on a game that starts within this counts as lively, like one on a live game.
 */
const imminentMs = hourMs;
/**
 * Chosen: the lively tickets that a league should have, for the visitor of a ready league and for the others together.
 */
const livelyTickets = { visitor: 2, friends: 4 };

/** Chosen: how many visitors may wait for a league at the same time, for how long, and how often each tries. */
const waitingAtMost = 10;
const waitMs = 25_000;
const tryEveryMs = 250;

export type Demo = {
  /** Claims or makes a league and returns its visitor's account. Refuses busy (503) when too many visitors wait. */
  start(now: Date): Promise<UserRow>;
  /** Makes a league if none is ready. Called before the first pull, so that the league has bets on live games. */
  open(now: Date): Promise<void>;
  /** Makes leagues until enough are ready, places bets in them, and deletes old ones. Called by the worker. */
  maintain(now: Date): Promise<void>;
};

/**
 * The demo with simulated games; null if this installation offers none. Every league and every later bet takes another
 * seed from `nextSeed`. Source: docs/decisions/demo-accounts.md.
 */
export function createDemo(
  database: Database,
  env: Env,
  log: Logger,
  nextSeed: () => number = () => randomInt(1_000_000_000, 1_000_000_000_000),
): Demo | null {
  if (!offersDemo(env)) return null;
  const { db } = database;
  const speed = feedSpeed(env);
  const simulation = createSimulation({ seed: env.SEASON_SEED, speed });
  let sharedHash: Promise<string> | null = null;
  let waiting = 0;
  const newChance = () => new Chance(`demo bets ${nextSeed()}`);

  /**
   * The hash of a random password that nobody knows. Hashing is slow on purpose, so all demo accounts share one hash.
   */
  const passwordHash = () => {
    sharedHash ??= createPasswords(env.BCRYPT_COST)
      .hash(randomBytes(32).toString('base64url'))
      .catch((error: unknown) => {
        sharedHash = null; // the next league tries again
        throw error;
      });
    return sharedHash;
  };

  /** Makes a league with bets on current games; null if another league is being made at the moment. */
  async function make(now: Date, isClaimed: boolean): Promise<DemoLeague | null> {
    const begunAt = performance.now();
    const league = await makeLeagues(database, simulation, now, {
      speed,
      passwordHash: await passwordHash(),
      seed: nextSeed(),
      isClaimed,
    });
    if (!league) return null;
    const { leagueId, visitorId } = league;
    const friendIds = (await listMemberIds(db, leagueId)).filter((userId) => userId !== visitorId);
    const open = await listSoon(await databaseNow(db));
    const bettorIds = [visitorId, ...friendIds.slice(0, livelyTickets.friends), visitorId];
    const chance = newChance();
    for (const userId of bettorIds) await bet(database, { leagueId, userId }, open, chance);
    log.info({ leagueId, tookMs: Math.round(performance.now() - begunAt) }, 'demo league made');
    return league;
  }

  /**
   * Waits for a league: claims one that another process has finished, or makes one. Refuses busy (503) after `waitMs`.
   */
  async function claimOrMake(now: Date): Promise<DemoLeague> {
    if (waiting >= waitingAtMost) throw tooMany();
    waiting += 1;
    try {
      for (const giveUpAt = performance.now() + waitMs; performance.now() < giveUpAt; await pause(tryEveryMs)) {
        const league = (await claimLeague(db)) ?? (await make(now, true));
        if (league) return league;
      }
      throw tooMany();
    } finally {
      waiting -= 1;
    }
  }

  async function listSoon(now: Date): Promise<Open[]> {
    const upcoming = await listOpenBetween(db, later(now, 1_000), later(now, bettingMs / speed));
    return upcoming
      .filter(({ oddsCloseAt }) => !areOddsOld(oddsCloseAt, now))
      .map(({ game, quote }) => ({ gameId: game.id, sport: game.sport, quote }));
  }

  /** Places a bet for a member of each league that has too few lively tickets. */
  async function betOnSoon(now: Date): Promise<void> {
    const bettors = await listBettors(db, later(now, -livelyMs), later(now, imminentMs / speed));
    const chance = newChance();
    const keen = [...byLeague(bettors).values()].flatMap((ofLeague) => nextToBet(ofLeague, chance));
    if (keen.length === 0) return;
    const open = await listSoon(now);
    for (const bettor of keen) await bet(database, bettor, open, chance);
  }

  async function remove(leagueId: string): Promise<void> {
    await database.withTx(async (tx) => {
      const league = await dropLeague(tx, leagueId);
      if (!league) return;
      const memberIds = await listMemberIds(tx, leagueId);
      // A deletion locks the next season of the season before, which is among the owner's leagues, and before any user.
      await lockNextSeasons(tx, await listLeagueIdsOf(tx, league.ownerId));
      await lockUsers(tx, memberIds); // before their leagues, as somebody who joins one
      for (const id of await listLeagueIdsOf(tx, league.ownerId)) {
        await deleteLeague(inside(database, tx), await requireRight(tx, league.ownerId, id, 'delete'));
      }
      await deleteSessions(tx, memberIds);
      await deleteResetsOf(tx, memberIds);
      await deleteLeagueless(tx, memberIds);
    });
  }

  return {
    start: async (now) => {
      const { visitorId } = (await claimLeague(db)) ?? (await claimOrMake(now));
      const user = await findUser(db, visitorId);
      if (!user) throw new Error('a demo league without its visitor');
      return user;
    },
    open: async (now) => {
      if ((await countReady(db)) === 0) await make(now, false);
    },
    maintain: async (now) => {
      const madeBefore = later(now, (-freshDays * dayMs) / speed);
      const claimedBefore = later(now, -claimedLifetimeMs);
      for (const leagueId of await listOldLeagues(db, madeBefore, claimedBefore)) await remove(leagueId);
      await betOnSoon(now);
      if ((await countReady(db)) < readyLeagues) await make(now, false);
    },
  };
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'Too many people try the demo right now. Please try again.', { retryAfter: 5 });
}

function byLeague(bettors: readonly Bettor[]): Map<string, Bettor[]> {
  const leagues = new Map<string, Bettor[]>();
  for (const bettor of bettors) leagues.set(bettor.leagueId, [...(leagues.get(bettor.leagueId) ?? []), bettor]);
  return leagues;
}

/** The visitor of a ready league and a random other member, each only if their lively tickets are too few. */
function nextToBet(bettors: readonly Bettor[], chance: Chance): Bettor[] {
  const visitor = bettors.filter(({ isVisitor, lively }) => isVisitor && lively < livelyTickets.visitor);
  const friends = bettors.filter(({ isVisitor }) => !isVisitor);
  const lively = friends.reduce((sum, bettor) => sum + bettor.lively, 0);
  return [...visitor, ...(friends.length > 0 && lively < livelyTickets.friends ? [oneOf(friends, chance)] : [])];
}

/**
 * Places one bet of a made-up member, on games without an open bet of theirs. Does nothing if there is none to place,
 * if the bet is refused, because a price has changed or a game has begun, or if the member is no made-up person.
 */
async function bet(
  database: Database,
  { leagueId, userId }: Pick<Bettor, 'leagueId' | 'userId'>,
  open: readonly Open[],
  chance: Chance,
): Promise<void> {
  const person = personNamed((await findUser(database.db, userId))?.firstName ?? '');
  if (!person) return;
  const { available } = await findFunds(database.db, leagueId, userId);
  // The same bet twice in a list looks like a mistake.
  const alreadyBetOn = await listGamesBetOn(database.db, leagueId, userId);
  const others = open.filter(({ gameId }) => !alreadyBetOn.includes(gameId));
  const slip = slipOf(person.style, others, { of: available, most: available }, chance);
  if (!slip) return;
  try {
    await placeTicket(database, await requireMember(database.db, userId, leagueId), slip, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
