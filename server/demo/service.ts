import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cents } from '#shared/domain/money.ts';
import { createPasswords } from '../auth/passwords.ts';
import { deleteResets, deleteSessions } from '../auth/store.ts';
import { databaseNow } from '../db/clock.ts';
import { type Database, inside } from '../db/connection.ts';
import { type Env, feedSpeed, offersDemo } from '../env.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSeason } from '../feed/simulation.ts';
import { listOpenBetween } from '../games/store.ts';
import { requireMember, requireOwner } from '../leagues/access.ts';
import { deleteLeague } from '../leagues/service.ts';
import { availableOf } from '../ledger/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { placeTicket } from '../tickets/place.ts';
import { findUser, type UserRow } from '../users/store.ts';
import { type Open, slipOf } from './bettor.ts';
import { oneOf } from './cast.ts';
import { later, makeLeague } from './history.ts';
import {
  claimLeague,
  countReady,
  type DemoLeague,
  deleteLeagueless,
  dropLeague,
  listBacked,
  listMemberIds,
  listOldLeagues,
  listSeats,
  type Seat,
} from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Ours: how many leagues wait for visitors, so that a tap need not. */
const readyLeagues = 2;
/** In time of the season: after it a league that waits has moved on too far from the past that it was made with. */
const freshDays = 5;
/** In real time: how long the others bet on once the visitor is there, and when everything of it is removed. */
const livelyMs = 2 * hourMs;
const keptMs = 2 * dayMs;

/** In time of the season: on which games made-up members bet, and which of them count as good as live. */
const bettingMs = 1.5 * hourMs;
const imminentMs = hourMs;
/** Open tickets on games that are live or about to be: what a waiting visitor has, and all the others together. */
const livelyTickets = { visitor: 2, friends: 4 };

/** Ours: so many taps may wait for a league to be made, and so long. */
const waitingAtMost = 10;
const waitMs = 25_000;
const tryEveryMs = 250;

export type Demo = {
  /** A fresh member of a league with a past, for one visitor alone. Refuses busy (503) when too many wait. */
  start(now: Date): Promise<UserRow>;
  /** Makes one league where none waits: before the first games are pulled, so that it has bets on those that are live. */
  open(now: Date): Promise<void>;
  /** Keeps leagues ready and lively, and removes old ones: a worker's work. */
  keep(now: Date): Promise<void>;
};

/** The demo of a product with simulated games; null where there is none. Source: design D15. */
export function createDemo(database: Database, env: Env, log: Logger): Demo | null {
  if (!offersDemo(env)) return null;
  const { db } = database;
  const speed = feedSpeed(env);
  const season = createSeason({ seed: env.SEASON_SEED, speed });
  let noPassword: Promise<string> | null = null;
  let waiting = 0;

  /** The hash of what nobody knows, one for all: it takes long on purpose, and tells nothing. */
  const passwordHash = () => {
    noPassword ??= createPasswords(env.BCRYPT_COST).hash(randomBytes(32).toString('base64url'));
    return noPassword;
  };

  /** A league with bets on games of this moment; null where another one is being made right now. */
  async function make(now: Date, isClaimed: boolean): Promise<DemoLeague | null> {
    const begunAt = performance.now();
    const league = await makeLeague(database, season, now, { speed, passwordHash: await passwordHash(), isClaimed });
    if (!league) return null;
    const { leagueId, visitorId } = league;
    const friendIds = (await listMemberIds(db, leagueId)).filter((userId) => userId !== visitorId);
    const open = await listSoon(await databaseNow(db));
    const bettors = [visitorId, ...friendIds.slice(0, livelyTickets.friends), visitorId];
    for (const userId of bettors) await bet(database, { leagueId, userId }, open);
    log.info({ leagueId, tookMs: Math.round(performance.now() - begunAt) }, 'demo league made');
    return league;
  }

  /** The first league to be had, by whoever makes it: one that was being made already, or one of our own. */
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
    return upcoming.map(({ game, quote }) => ({ gameId: game.id, sport: game.sport, quote }));
  }

  /** Lets one member of each league bet that has too few bets on games of this moment. */
  async function betOnSoon(now: Date): Promise<void> {
    const seats = await listSeats(db, later(now, -livelyMs), later(now, imminentMs / speed));
    const keen = [...byLeague(seats).values()].flatMap(nextToBet);
    if (keen.length === 0) return;
    const open = await listSoon(now);
    for (const seat of keen) await bet(database, seat, open);
  }

  async function remove(leagueId: string): Promise<void> {
    await database.withTx(async (tx) => {
      const league = await dropLeague(tx, leagueId);
      if (!league) return;
      const memberIds = await listMemberIds(tx, leagueId);
      await deleteLeague(inside(database, tx), await requireOwner(tx, league.ownerId, leagueId));
      for (const userId of memberIds) {
        await deleteSessions(tx, userId);
        await deleteResets(tx, userId);
      }
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
    keep: async (now) => {
      for (const leagueId of await listOldLeagues(db, later(now, (-freshDays * dayMs) / speed), later(now, -keptMs))) {
        await remove(leagueId);
      }
      await betOnSoon(now);
      if ((await countReady(db)) < readyLeagues) await make(now, false);
    },
  };
}

function tooMany(): Refusal {
  return new Refusal(503, 'busy', 'Too many people try the demo right now. Please try again.', { retryAfter: 5 });
}

function byLeague(seats: readonly Seat[]): Map<string, Seat[]> {
  const leagues = new Map<string, Seat[]>();
  for (const seat of seats) leagues.set(seat.leagueId, [...(leagues.get(seat.leagueId) ?? []), seat]);
  return leagues;
}

/** The waiting visitor and one of the others, each where there are too few lively tickets. */
function nextToBet(seats: readonly Seat[]): Seat[] {
  const visitor = seats.filter(({ isVisitor, lively }) => isVisitor && lively < livelyTickets.visitor);
  const friends = seats.filter(({ isVisitor }) => !isVisitor);
  const lively = friends.reduce((sum, seat) => sum + seat.lively, 0);
  const chance = new Chance(String(Math.random()));
  return [...visitor, ...(friends.length > 0 && lively < livelyTickets.friends ? [oneOf(friends, chance)] : [])];
}

/** One bet of a made-up member on games that they have no open bet on, if there is one to place; a price that moved or a game that began meanwhile ends it. */
async function bet(
  database: Database,
  { leagueId, userId }: Pick<Seat, 'leagueId' | 'userId'>,
  open: readonly Open[],
): Promise<void> {
  const available = cents(await availableOf(database.db, leagueId, userId));
  const backed = await listBacked(database.db, leagueId, userId); // the same bet twice in a list looks like a mistake
  const others = open.filter(({ gameId }) => !backed.includes(gameId));
  const slip = slipOf(userId, others, available, new Chance(String(Math.random())));
  if (!slip) return;
  try {
    await placeTicket(database, await requireMember(database.db, userId, leagueId), slip, null);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
