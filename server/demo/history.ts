import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { addDays, easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { sports } from '#shared/domain/sport.ts';
import { type Database, inside } from '../db/connection.ts';
import { ingest } from '../feed/ingest.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { createSeason, type Season, slateSpan } from '../feed/simulation.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { findGames } from '../games/store.ts';
import { type Member, requireMember } from '../leagues/access.ts';
import { createLeague, joinLeague, renameMember } from '../leagues/service.ts';
import { availableOf } from '../ledger/store.ts';
import { settleGame } from '../settlement/settle.ts';
import { placeTicket } from '../tickets/place.ts';
import { insertUser } from '../users/store.ts';
import { type Open, slipOf } from './bettor.ts';
import { castOf, leagueNameOf, oneOf, type Person, shuffled, visitor } from './cast.ts';
import { type DemoLeague, insertDemoLeague, lockMaking } from './store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

// In time of the season: how long the past is, and how it is played.
const pastDays = 30;
const joiningDays = 2;
const roundDays = 1.5;
const gamesARound = 2;
const soonestMs = hourMs / 2;
const latestMs = 6 * hourMs;
const longestGameMs = 12 * hourMs;
/** How much of a league bets in a round. */
const keenness = 0.65;

/** How long before its start a game that is live by now is bet on, and of which age at most it is. */
const justBeforeMs = hourMs / 3;
const longestLiveMs = 4 * hourMs;
const visitorsLiveBets = 3;

/** When the league is over, in real days: long after the demo. */
const openDays = 7;

/** A member with the right to bet, as the past knows them. */
type Seated = { member: Member; joinedAt: Date };

export type PastOptions = {
  /** How many times faster than real ones the games are played. */
  speed: number;
  passwordHash: string;
  /** Which past of all; left out, one that no other league has. */
  seed?: number;
  isClaimed?: boolean;
};

/**
 * A league of eight with a month of the season behind it, made and played by the services that every league goes
 * through, each called as of then.
 *
 * The games of that month are of a season of its own, which no worker pulls and no slate
 * shows; `real` is the one that goes on. All of it is one transaction: nobody
 * sees a league half made, no worker settles its games at another time, and a process that dies leaves nothing.
 *
 * Null where another one is being made right now: that is work enough for one database.
 */
export async function makeLeague(
  database: Database,
  real: Season,
  now: Date,
  options: PastOptions,
): Promise<DemoLeague | null> {
  const { speed, passwordHash, seed = randomInt(1_000_000_000, 1_000_000_000_000), isClaimed = false } = options;
  const season = createSeason({ seed, speed, name: 'demo' });
  return database.withTx(async (tx) => {
    if (!(await lockMaking(tx))) return null;
    const within = inside(database, tx);
    const chance = new Chance(`demo ${seed}`);
    const from = later(now, (-pastDays * dayMs) / speed);
    const [guest, owner, ...others] = [visitor, ...castOf(chance)];
    if (!guest || !owner) throw new Error('a league needs a cast');

    const ownerId = await newUser(within, owner, passwordHash, from);
    const { id: leagueId, joinCode } = await createLeague(
      within,
      ownerId,
      {
        ...leagueNameOf(chance),
        joinDeadline: later(from, (joiningDays * dayMs) / speed),
        endDate: later(startOfDay(addDays(easternDay(now), openDays)), -minuteMs),
        allowedSports: 'ALL',
        reveal: 'started',
      },
      from,
    );
    const seat = async (userId: string, person: Person, joinedAt: Date): Promise<Seated> => {
      const member = await requireMember(tx, userId, leagueId);
      if (person.displayName) await renameMember(within, member, person.displayName);
      return { member, joinedAt };
    };
    const seats = [await seat(ownerId, owner, from)];
    const visitorId = await newUser(within, guest, passwordHash, from);
    const joining = [{ person: guest, userId: visitorId }];
    for (const person of others) joining.push({ person, userId: await newUser(within, person, passwordHash, from) });
    for (const { person, userId } of joining) {
      const at = later(from, (chance.between(0, joiningDays) * dayMs) / speed);
      await joinLeague(within, userId, joinCode, at);
      seats.push(await seat(userId, person, at));
    }

    await playPast(within, season, speed, seats, from, now, chance);
    await betOnLive(within, real, speed, seats, visitorId, now, chance);
    const league = { leagueId, ownerId, visitorId, madeAt: now, claimedAt: isClaimed ? now : null };
    await insertDemoLeague(tx, league);
    return league;
  });
}

async function newUser(
  { db }: Database,
  { firstName, lastName }: Person,
  passwordHash: string,
  createdAt: Date,
): Promise<string> {
  const id = uuid();
  // Nobody gets mail at .invalid (RFC 2606).
  const email = `${firstName.toLowerCase()}.${id}@demo.invalid`;
  const user = await insertUser(db, { id, email, passwordHash, firstName, lastName, createdAt });
  if (!user) throw new Error('an address of a new id was taken');
  return user.id;
}

/** Round by round: bets are placed, their games are played to the end and settled. */
async function playPast(
  database: Database,
  season: Season,
  speed: number,
  seats: readonly Seated[],
  from: Date,
  now: Date,
  chance: Chance,
): Promise<void> {
  const shownFrom = slateSpan(now, speed)?.from ?? startOfDay(easternDay(now));
  const lastRound = shownFrom.getTime() - (latestMs + longestGameMs) / speed;
  const weeksNow = await Promise.all((['NFL', 'CFB'] as const).map((sport) => season.slate(sport, now)));
  const isOnSlate = ({ season: year, week }: FeedGame) =>
    week !== null && weeksNow.some(({ currentWeek }) => currentWeek?.week === week && currentWeek.season === year);

  for (let time = from.getTime(); time < lastRound; time += (roundDays * dayMs) / speed) {
    const at = new Date(time);
    const round: { game: FeedGame; end: Date }[] = [];
    for (const sport of shuffled(sports, chance)) {
      if (round.length === gamesARound) break;
      const games = season.plannedBetween(sport, later(at, soonestMs / speed), later(at, latestMs / speed), at);
      const game = games.find((candidate) => candidate.quote && !isOnSlate(candidate));
      const end = game && endOf(season, game, speed);
      if (game && end) round.push({ game, end });
    }
    for (const { game } of round) await poll(database, game, at);
    const open = round.map(({ game }) => openOf(game));
    for (const seat of seats) {
      if (seat.joinedAt > at || !chance.happens(keenness)) continue;
      await betOnOne(database, seat, open, at, soonestMs / speed, chance);
    }
    for (const { game, end } of round.sort((a, b) => a.end.getTime() - b.end.getTime())) {
      const over = season.gameAt(game.id, end);
      if (!over) throw new Error(`${game.id} is gone`);
      const again = later(end, minuteMs / speed);
      await poll(database, over, end);
      await poll(database, over, again);
      await settleGame(database, game.id, { now: again, earliestMs: 0 });
    }
  }
}

/**
 * Bets on games that are live, placed as of just before their start: only where no worker has pulled them yet, as on a
 * first start. What has been pulled is locked, and stays so.
 */
async function betOnLive(
  database: Database,
  season: Season,
  speed: number,
  seats: readonly Seated[],
  visitorId: string,
  now: Date,
  chance: Chance,
): Promise<void> {
  const begunAfter = later(now, -longestLiveMs / speed);
  const planned = sports.flatMap((sport) => season.plannedBetween(sport, begunAfter, now, now));
  const live = planned.filter(({ status }) => status === 'live');
  const ids = live.map(({ id }) => id);
  const known = new Set((await findGames(database.db, ids)).map(({ id }) => id));
  const visitors = seats.filter(({ member }) => member.userId === visitorId);
  const friends = seats.filter(({ member }) => member.userId !== visitorId);
  for (const [turn, game] of live.filter(({ id }) => !known.has(id)).entries()) {
    const before = later(game.startsAt, -justBeforeMs / speed);
    const asItStood = season.gameAt(game.id, before);
    if (asItStood?.status !== 'scheduled') continue;
    await poll(database, asItStood, before);
    const bettors = [oneOf(friends, chance), ...(turn < visitorsLiveBets ? visitors : [])];
    for (const seat of bettors)
      await betOnOne(database, seat, [openOf(asItStood)], before, justBeforeMs / speed, chance);
    await poll(database, game, now);
  }
}

/** One bet some time within `withinMs` from `from`, if there is one to place. */
async function betOnOne(
  database: Database,
  { member }: Seated,
  open: readonly Open[],
  from: Date,
  withinMs: number,
  chance: Chance,
): Promise<void> {
  const available = await availableOf(database.db, member.leagueId, member.userId);
  const slip = slipOf(member.userId, open, available, chance);
  if (slip) await placeTicket(database, member, slip, null, later(from, chance.between(0, withinMs)));
}

function openOf({ id, sport, quote }: FeedGame): Open {
  return { gameId: id, sport, quote };
}

/** When a game is found to be over; null when that takes too long, or it is not played at all. */
function endOf(season: Season, { id, startsAt }: FeedGame, speed: number): Date | null {
  for (let ms = hourMs; ms < longestGameMs; ms += hourMs / 4) {
    const at = later(startsAt, ms / speed);
    const { status } = season.gameAt(id, at) ?? {};
    if (status === 'final' || status === 'canceled') return at;
  }
  return null;
}

/** Takes one game in as a poll of then brought it. */
async function poll(database: Database, game: FeedGame, at: Date): Promise<void> {
  await ingest(database, game.sport, { games: [game], quarantined: [], unknownStatuses: [], currentWeek: null }, at);
}

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
