import { v7 as uuid } from 'uuid';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import { weekOf } from '#shared/domain/week.ts';
import { type Database, inside } from '../db/connection.ts';
import { withClock } from '../db/preset-clock.ts';
import { ingest } from '../feed/ingest.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSimulation, type Simulation, slateSpan } from '../feed/simulation.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { findGames } from '../games/store.ts';
import { type Member, requireMember } from '../leagues/access.ts';
import { createLeague, joinLeague, renameMember } from '../leagues/service.ts';
import { freezeWeeksOf } from '../leagues/weeks.ts';
import { availableOf } from '../ledger/store.ts';
import { settleGame } from '../settlement/settle.ts';
import { placeTicket } from '../tickets/place.ts';
import { insertUser } from '../users/store.ts';
import { type Open, slipOf } from './bettor.ts';
import { castOf, leagueNameOf, oneOf, type Person, shuffled, visitor } from './cast.ts';
import { type DemoLeague, insertDemoLeague, lockMaking } from './store.ts';
import { type Played, winningSlip } from './week-winner.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Chosen, in real time: the length of the past, which is five weeks and a day, and the rounds in which it is played.
const pastDays = 36;
const joiningDays = 2;
const roundDays = 1.75;
/** Chosen: the weeks that one of the friends wins. */
const wonWeeks = [2, 4];

// Chosen, in simulated time: the games of a round.
const gamesARound = 2;
const soonestMs = hourMs / 2;
const latestMs = 6 * hourMs;
const longestGameMs = 12 * hourMs;
/** Chosen: the probability that a member bets in a round. */
const keenness = 0.65;

/**
 * Chosen, in simulated time: how long before its start a live game gets its bets, and the age of the oldest such
 * game.
 */
const justBeforeMs = hourMs / 3;
const longestLiveMs = 4 * hourMs;
const visitorsLiveBets = 3;

/** Chosen, in real days: the league ends long after the visitor has left. */
const openDays = 7;

/** The past that is being played, in a transaction whose clock shows `now`. */
type Past = { database: Database; now: Date };

/** A member, and when they joined in the played past. */
type Seated = { member: Member; joinedAt: Date };

export type PastOptions = {
  /** The speed of the simulated games: 60 if they run sixty times as fast as real ones. */
  speed: number;
  passwordHash: string;
  /** The seed of the past. Each league needs another: games of equal seeds have equal ids. */
  seed: number;
  isClaimed: boolean;
};

/**
 * Makes a league of eight members with five weeks of past bets, whose weeks are frozen. It calls the services that real
 * leagues use, and sets the transaction's clock to the time at which each would have run.
 *
 * The past games belong to a simulation of their own, which no worker pulls and no slate shows; `real` is the one that
 * the worker pulls. Everything is one transaction: nobody sees a partial league, no worker settles its games at another
 * time, and a process that dies leaves nothing behind.
 *
 * Returns null if another demo league is being made at the moment, since one at a time is enough load for the database.
 */
export async function makeLeague(
  database: Database,
  real: Simulation,
  now: Date,
  { speed, passwordHash, seed, isClaimed }: PastOptions,
): Promise<DemoLeague | null> {
  const simulation = createSimulation({ seed, speed, name: 'demo' });
  return database.withTx(async (tx) => {
    if (!(await lockMaking(tx))) return null;
    const chance = new Chance(`demo ${seed}`);
    const from = later(now, -pastDays * dayMs);
    const within = inside(
      database,
      withClock(tx, () => past.now),
    );
    const past: Past = { database: within, now: from };
    const [guest, owner, ...others] = [visitor, ...castOf(chance)];
    if (!guest || !owner) throw new Error('a league needs a cast');

    const ownerId = await newUser(within, owner, passwordHash);
    const { id: leagueId, joinCode } = await createLeague(within, ownerId, {
      ...leagueNameOf(chance),
      joinDeadline: later(from, joiningDays * dayMs),
      endDate: later(startOfDay(addDays(easternDay(now), openDays)), -minuteMs),
      allowedSports: 'ALL',
      reveal: 'started',
    });
    const seatOf = async (userId: string, person: Person): Promise<Seated> => {
      const member = await requireMember(tx, userId, leagueId);
      if (person.displayName) await renameMember(within, member, person.displayName);
      return { member, joinedAt: past.now };
    };
    const seats = [await seatOf(ownerId, owner)];
    const visitorId = await newUser(within, guest, passwordHash);
    const joining = [{ person: guest, userId: visitorId }];
    for (const person of others) joining.push({ person, userId: await newUser(within, person, passwordHash) });
    for (const { person, userId } of joining) {
      past.now = later(from, chance.between(0, joiningDays) * dayMs);
      await joinLeague(within, userId, joinCode);
      seats.push(await seatOf(userId, person));
    }

    await playPast(past, simulation, speed, seats, from, now, chance);
    past.now = now;
    await freezeWeeksOf(within, leagueId, now);
    await betOnLive(past, real, speed, seats, visitorId, now, chance);
    const league = { leagueId, ownerId, visitorId, madeAt: now, claimedAt: isClaimed ? now : null };
    await insertDemoLeague(tx, league);
    return league;
  });
}

async function newUser({ db }: Database, { firstName, lastName }: Person, passwordHash: string): Promise<string> {
  const id = uuid();
  // Nobody gets mail at .invalid (RFC 2606).
  const email = `${firstName.toLowerCase()}.${id}@demo.invalid`;
  const user = await insertUser(db, { id, email, passwordHash, firstName, lastName });
  if (!user) throw new Error('an address of a new id was taken');
  return user.id;
}

/**
 * Plays the past in rounds: places bets, plays their games to the end and settles them, and freezes the weeks that are
 * over. In the last round of some weeks only one friend bets, and wins the week.
 */
async function playPast(
  past: Past,
  simulation: Simulation,
  speed: number,
  seats: readonly Seated[],
  from: Date,
  now: Date,
  chance: Chance,
): Promise<void> {
  const shownFrom = slateSpan(now, speed)?.from ?? startOfDay(easternDay(now));
  const roundMs = roundDays * dayMs;
  const playingMs = (latestMs + longestGameMs) / speed;
  const lastRound = shownFrom.getTime() - playingMs;
  const [star] = seats.slice(1);
  const weeksNow = await Promise.all(sports.filter(playsInWeeks).map((sport) => simulation.slate(sport, now)));
  const isOnSlate = ({ season: year, week }: FeedGame) =>
    week !== null && weeksNow.some(({ currentWeek }) => currentWeek?.week === week && currentWeek.season === year);

  for (let time = from.getTime() + ((lastRound - from.getTime()) % roundMs); time <= lastRound; time += roundMs) {
    const at = new Date(time);
    const round: (Played & { end: Date })[] = [];
    for (const sport of shuffled(sports, chance)) {
      if (round.length === gamesARound) break;
      const games = simulation.plannedBetween(sport, later(at, soonestMs / speed), later(at, latestMs / speed), at);
      const game = games.find((candidate) => candidate.quote && !isOnSlate(candidate));
      const end = game && endOf(simulation, game, speed);
      const over = game && end && simulation.gameAt(game.id, end);
      if (over) round.push({ game, end, over });
    }
    for (const { game } of round) await poll(past, game, at);
    const open = round.map(({ game }) => openOf(game));
    const { number } = weekOf(at, from);
    const isLastOfWeek = weekOf(later(at, roundMs + playingMs), from).number > number;
    if (star && isLastOfWeek && wonWeeks.includes(number)) {
      await winWeek(past, star, round);
    } else {
      for (const seat of seats) {
        if (seat.joinedAt > at || !chance.happens(keenness)) continue;
        await betOnOne(past, seat, open, at, soonestMs / speed, chance);
      }
    }
    for (const { game, over, end } of round.sort((a, b) => a.end.getTime() - b.end.getTime())) {
      const again = later(end, minuteMs / speed);
      await poll(past, over, end);
      await poll(past, over, again);
      await settleGame(past.database, game.id, { now: again, earliestMs: 0 });
    }
  }
}

/** Places the bet by which a member wins the week, once the weeks before are frozen. */
async function winWeek(past: Past, { member }: Seated, played: readonly Played[]): Promise<void> {
  const { database, now } = past;
  await freezeWeeksOf(database, member.leagueId, now);
  const available = await availableOf(database.db, member.leagueId, member.userId);
  const slip = await winningSlip(database.db, member, played, available);
  if (slip) await placeTicket(database, member, slip, null);
}

/**
 * Places bets on games that are live now, with a time just before their start. Uses only games that no worker has
 * pulled yet, as on a first start: a pulled live game is locked for good.
 */
async function betOnLive(
  past: Past,
  simulation: Simulation,
  speed: number,
  seats: readonly Seated[],
  visitorId: string,
  now: Date,
  chance: Chance,
): Promise<void> {
  const begunAfter = later(now, -longestLiveMs / speed);
  const planned = sports.flatMap((sport) => simulation.plannedBetween(sport, begunAfter, now, now));
  const live = planned.filter(({ status }) => status === 'live');
  const ids = live.map(({ id }) => id);
  const known = new Set((await findGames(past.database.db, ids)).map(({ id }) => id));
  const visitors = seats.filter(({ member }) => member.userId === visitorId);
  const friends = seats.filter(({ member }) => member.userId !== visitorId);
  for (const [index, game] of live.filter(({ id }) => !known.has(id)).entries()) {
    const before = later(game.startsAt, -justBeforeMs / speed);
    const beforeStart = simulation.gameAt(game.id, before);
    if (beforeStart?.status !== 'scheduled') continue;
    await poll(past, beforeStart, before);
    const bettors = [oneOf(friends, chance), ...(index < visitorsLiveBets ? visitors : [])];
    for (const seat of bettors) await betOnOne(past, seat, [openOf(beforeStart)], before, justBeforeMs / speed, chance);
    await poll(past, game, now);
  }
}

/** Places one bet at a random time within `withinMs` after `from`, unless the member has nothing to bet. */
async function betOnOne(
  past: Past,
  { member }: Seated,
  open: readonly Open[],
  from: Date,
  withinMs: number,
  chance: Chance,
): Promise<void> {
  const available = await availableOf(past.database.db, member.leagueId, member.userId);
  const slip = slipOf(member.userId, open, available, chance);
  if (!slip) return;
  past.now = later(from, chance.between(0, withinMs));
  await placeTicket(past.database, member, slip, null);
}

function openOf({ id, sport, quote }: FeedGame): Open {
  return { gameId: id, sport, quote };
}

/**
 * The end of the game, in steps of a quarter of an hour of its own time; null if it takes too long or is not played.
 */
function endOf(simulation: Simulation, { id, startsAt }: FeedGame, speed: number): Date | null {
  for (let ms = hourMs; ms < longestGameMs; ms += hourMs / 4) {
    const at = later(startsAt, ms / speed);
    const { status } = simulation.gameAt(id, at) ?? {};
    if (status === 'final' || status === 'canceled') return at;
  }
  return null;
}

/** Stores one game as a poll at that time would have. */
async function poll(past: Past, game: FeedGame, at: Date): Promise<void> {
  past.now = at;
  await ingest(past.database, game.sport, answerOf([game]), at);
}

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
