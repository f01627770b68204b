import { bettingDay, startOfBettingDay } from '#shared/domain/betting-day.ts';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { type FairPlay, headroom, presets } from '#shared/domain/fair-play.ts';
import { cents } from '#shared/domain/money.ts';
import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import { weekOf } from '#shared/domain/week.ts';
import { type Database, inside } from '../db/connection.ts';
import { withClock } from '../db/preset-clock.ts';
import { ingest } from '../feed/ingest.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSimulation, type Simulation, slateSpan } from '../feed/simulation.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { findGames } from '../games/store.ts';
import { freezeWeeksOf } from '../leagues/weeks.ts';
import { findFunds } from '../ledger/store.ts';
import { writeLeagueNotices } from '../notifications/league-notices.ts';
import { listStored, markAllRead } from '../notifications/store.ts';
import { settleGame } from '../settlement/settle.ts';
import { placeTicket } from '../tickets/place.ts';
import { type Open, slipOf } from './bettor.ts';
import { castOf, fairPlayLeague, leagueWordsOf, oneOf, shuffled, visitor } from './cast.ts';
import { type Account, foundLeague, newAccount, type Seated } from './founding.ts';
import { openingOdds } from './opening-odds.ts';
import { later, type Past } from './past.ts';
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

/** A member who bets. `stakes`: how many times as much as usual. `rests`: whether there is no bet at this time. */
type Bettor = Seated & { fairPlay: FairPlay; stakes: number; rests: (at: Date) => boolean };

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
 * these members under Fair play, on the same games. Returns the first one; its owner owns both. Calls the services
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

    const classic = await foundLeague(
      past,
      {
        ...leagueWordsOf(chance),
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
    await playPast(past, simulation, speed, bettors, from, now, chance);
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
 * Plays the past in rounds: places bets, moves the odds, plays the games to the end and settles them, and freezes the
 * weeks that are over. In the last round of some weeks only one friend bets, and wins the week.
 */
async function playPast(
  past: Past,
  simulation: Simulation,
  speed: number,
  seats: readonly Bettor[],
  from: Date,
  now: Date,
  chance: Chance,
): Promise<void> {
  const shownFrom = slateSpan(now, speed)?.from ?? startOfDay(easternDay(now));
  const roundMs = roundDays * dayMs;
  const playingMs = (latestMs + longestGameMs) / speed;
  const lastRound = shownFrom.getTime() - playingMs;
  const [star] = seats.slice(1);
  const odds = new Chance(`odds ${from.toISOString()}`);
  const weeksNow = await Promise.all(sports.filter(playsInWeeks).map((sport) => simulation.slate(sport, now)));
  const isOnSlate = ({ season: year, week }: FeedGame) =>
    week !== null && weeksNow.some(({ currentWeek }) => currentWeek?.week === week && currentWeek.season === year);

  for (let time = from.getTime() + ((lastRound - from.getTime()) % roundMs); time <= lastRound; time += roundMs) {
    const at = new Date(time);
    const round: (Played & { end: Date; closing: FeedGame })[] = [];
    for (const sport of shuffled(sports, chance)) {
      if (round.length === gamesARound) break;
      const games = simulation.plannedBetween(sport, later(at, soonestMs / speed), later(at, latestMs / speed), at);
      const game = games.find((candidate) => candidate.quote && !isOnSlate(candidate));
      const end = game && endOf(simulation, game, speed);
      const over = game && end && simulation.gameAt(game.id, end);
      const opening = game?.quote && { ...game, quote: openingOdds(game.quote, odds) };
      if (opening && over) round.push({ game: opening, end, closing: game, over });
    }
    for (const { game } of round) await poll(past, game, at);
    const open = round.map(({ game }) => openOf(game));
    const { number } = weekOf(at, from);
    const isLastOfWeek = weekOf(later(at, roundMs + playingMs), from).number > number;
    if (star && isLastOfWeek && wonWeeks.includes(number)) {
      await winWeek(past, star, round);
    } else {
      for (const seat of seats) {
        if (seat.joinedAt > at || seat.rests(at)) continue;
        await betOnOne(past, seat, open, at, (soonestMs - 2 * minuteMs) / speed, chance);
      }
    }
    for (const { closing } of round) await poll(past, closing, later(at, (soonestMs - minuteMs) / speed));
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
  const { available } = await findFunds(database.db, member.leagueId, member.userId);
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

/** Places one bet at a random time within `withinMs` after `from`, unless the member has nothing to bet. */
async function betOnOne(
  past: Past,
  { member, fairPlay, stakes }: Bettor,
  open: readonly Open[],
  from: Date,
  withinMs: number,
  chance: Chance,
): Promise<void> {
  const { available, pending } = await findFunds(past.database.db, member.leagueId, member.userId);
  const most = cents(Math.min(available, headroom(fairPlay.maxInPlayPct, available, pending)));
  const slip = slipOf(member.userId, open, { of: cents(available * stakes), most }, chance);
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
