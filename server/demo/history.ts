import { bettingDay, startOfBettingDay } from '#shared/domain/betting-day.ts';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { nextSeasonName } from '#shared/domain/next-season.ts';
import { sports } from '#shared/domain/sport.ts';
import { weekOf } from '#shared/domain/week.ts';
import { type Database, inside } from '../db/connection.ts';
import { withClock } from '../db/preset-clock.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSimulation, type Simulation } from '../feed/simulation.ts';
import { findGames } from '../games/store.ts';
import { freezeWeeksOf } from '../leagues/weeks.ts';
import { writeLeagueNotices } from '../notifications/league-notices.ts';
import { listStored, markAllRead } from '../notifications/store.ts';
import { castOf, fairPlayLeague, leagueWordsOf, oneOf, visitor } from './cast.ts';
import { playFirstSeason } from './first-season.ts';
import { type Account, foundLeague, newAccount } from './founding.ts';
import { later, type Past } from './past.ts';
import { type Bettor, betOnOne, lastRoundBefore, openOf, playPast, poll } from './play-past.ts';
import { type DemoLeague, insertDemoLeague, lockMaking } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// Chosen, in real time: the length of the past, which is five weeks and a day, and the rounds in which it is played.
const pastDays = 36;
const joiningDays = 2;
const roundDays = 1.75;
/** Chosen: the weeks that the visitor wins. */
const wonWeeks = [2, 4];

/** Chosen: the probability that a friend bets in a round. The visitor bets in each: luck needs 20 legs. */
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
/** Chosen, in real days: the league under Fair play has weeks to come, so that its meter says how many can be missed. */
const seasonDays = 70;

/**
 * Chosen, of the league under Fair play: its friends besides the owner; how many times as much its members stake, so
 * that most of their weeks are active; and a week in which the visitor did not bet.
 */
const fairPlayFriends = 3;
const fairPlayStakes = 2;
const missedWeek = 3;

/** Chosen: the days whose notices members find in their inbox, and how many the visitor has not read. */
const noticedDays = 15;
const unreadNotices = 3;

export type PastOptions = {
  /** The speed of the simulated games: 60 if they run sixty times as fast as real ones. */
  speed: number;
  passwordHash: string;
  /** The seed of the past. Each demo needs another: games of equal seeds have equal ids. */
  seed: number;
  isClaimed: boolean;
};

/**
 * Makes a league of eight members with five weeks of past bets, whose weeks are frozen, and beside it one of five of
 * these members under Fair play, on the same games. The first one is the second season of a league that has ended. Returns the first one; its owner owns both. Calls the services
 * that real leagues use, and sets the transaction's clock to the time at which each would have run.
 *
 * The past games belong to a simulation of their own, which no worker pulls and no slate shows; `real` is the one that
 * the worker pulls. Everything is one transaction: nobody sees a partial league, no worker settles its games at another
 * time, and a process that dies leaves nothing behind.
 *
 * Returns null if another demo league is being made at the moment, since one at a time is enough load for the database.
 */
export async function makeLeagues(
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
    const guest = await newAccount(within, visitor, passwordHash);
    const cast: Account[] = [];
    for (const person of castOf(chance)) cast.push(await newAccount(within, person, passwordHash));
    const [owner, ...friends] = cast;
    if (!owner) throw new Error('a league needs a cast');
    const endsIn = (days: number) => later(startOfDay(addDays(easternDay(now), days)), -minuteMs);
    const joiningMs = joiningDays * dayMs;

    const words = leagueWordsOf(chance);
    const previous = await playFirstSeason(
      past,
      simulation,
      speed,
      { owner, joining: [guest, ...friends], words },
      now,
      chance,
    );
    past.now = from;
    const classic = await foundLeague(
      past,
      {
        ...words,
        name: nextSeasonName(words.name, 1),
        previous,
        endDate: endsIn(openDays),
        fairPlay: presets.classic,
        owner,
        joining: [guest, ...friends],
        joiningMs,
      },
      chance,
    );
    past.now = later(from, joiningMs); // a visitor's leagues are listed in the order of joining
    const fair = await foundLeague(
      past,
      {
        ...fairPlayLeague,
        previous: null,
        endDate: endsIn(seasonDays),
        fairPlay: presets.fairPlay,
        owner,
        joining: [guest, ...friends.slice(0, fairPlayFriends)],
        joiningMs,
      },
      chance,
    );
    const bettorsOf = ({ seats, fairPlay }: typeof classic, stakes: number, visitorRests: (at: Date) => boolean) =>
      seats.map((seat) => {
        const isVisitor = seat.member.userId === guest.userId;
        return { ...seat, fairPlay, stakes, rests: isVisitor ? visitorRests : () => !chance.happens(keenness) };
      });
    const bettors = [
      ...bettorsOf(classic, 1, () => false),
      ...bettorsOf(fair, fairPlayStakes, (at) => isMissed(at, fair.foundedAt, now)),
    ];
    const rounds = { from, last: lastRoundBefore(now, speed), roundMs: roundDays * dayMs, wonWeeks };
    await playPast(past, simulation, speed, bettors, rounds, now, chance);
    past.now = now;
    for (const { leagueId } of [classic, fair]) await freezeWeeksOf(within, leagueId, now);
    await betOnLive(past, real, speed, bettors.slice(0, classic.seats.length), guest.userId, now, chance);
    past.now = now;
    await fillInboxes(within, [classic.leagueId, fair.leagueId], guest.userId, now);
    const league = {
      leagueId: classic.leagueId,
      ownerId: owner.userId,
      visitorId: guest.userId,
      madeAt: now,
      claimedAt: isClaimed ? now : null,
    };
    await insertDemoLeague(tx, league);
    return league;
  });
}

/** Writes the notices of the last weeks, each at the time of what it is about. The visitor has read all but a few. */
async function fillInboxes(
  { db, withTx, machines }: Database,
  leagueIds: readonly string[],
  visitorId: string,
  now: Date,
): Promise<void> {
  const since = startOfBettingDay(bettingDay(later(now, -noticedDays * dayMs)));
  for (const id of leagueIds) await writeLeagueNotices({ db, withTx, machines }, [id], since, new Set());
  const newest = await listStored(db, visitorId, leagueIds, null, unreadNotices + 1);
  const lastRead = newest[unreadNotices];
  if (lastRead) await markAllRead(db, visitorId, leagueIds, lastRead);
}

/** Whether the visitor places no bet under Fair play: in one week of the past, and in the one that runs at `now`. */
function isMissed(at: Date, foundedAt: Date, now: Date): boolean {
  const { number } = weekOf(at, foundedAt);
  return number === missedWeek || number === weekOf(now, foundedAt).number;
}

/**
 * Places bets on games that are live now, with a time just before their start. Uses only games that no worker has
 * pulled yet, as on a first start: a pulled live game is locked for good.
 */
async function betOnLive(
  past: Past,
  simulation: Simulation,
  speed: number,
  seats: readonly Bettor[],
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
