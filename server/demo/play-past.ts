import { easternDay, startOfDay } from '#shared/domain/eastern.ts';
import { type FairPlay, headroom } from '#shared/domain/fair-play.ts';
import { cents } from '#shared/domain/money.ts';
import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import { weekOf } from '#shared/domain/week.ts';
import { ingest } from '../feed/ingest.ts';
import { Chance } from '../feed/simulation/chance.ts';
import { type Simulation, slateSpan } from '../feed/simulation.ts';
import { answerOf, type FeedGame } from '../games/feed-answer.ts';
import { freezeWeeksOf } from '../leagues/weeks.ts';
import { findFunds } from '../ledger/store.ts';
import { settleGame } from '../settlement/settle.ts';
import { placeTicket } from '../tickets/place.ts';
import { type Open, slipOf } from './bettor.ts';
import { shuffled } from './cast.ts';
import type { Seated } from './founding.ts';
import { openingOdds } from './opening-odds.ts';
import { later, type Past } from './past.ts';
import { type Played, winningSlip } from './week-winner.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

// Chosen, in simulated time: the games of a round.
const gamesARound = 2;
const soonestMs = hourMs / 2;
const latestMs = 6 * hourMs;
const longestGameMs = 12 * hourMs;
/** A member who bets. `stakes`: how many times as much as usual. `rests`: whether there is no bet at this time. */
export type Bettor = Seated & { fairPlay: FairPlay; stakes: number; rests: (at: Date) => boolean };

/**
 * The rounds of a past.
 *
 * last      the latest time of a round.
 * wonWeeks  the weeks that the visitor wins.
 */
export type Rounds = { from: Date; last: Date; roundMs: number; wonWeeks: readonly number[] };

/** The latest time of a round whose games are over, and off the slates, at `now`. */
export function lastRoundBefore(now: Date, speed: number): Date {
  const shownFrom = slateSpan(now, speed)?.from ?? startOfDay(easternDay(now));
  return later(shownFrom, -playingMs(speed));
}

/** The longest time from a round to the end of its games. */
function playingMs(speed: number): number {
  return (latestMs + longestGameMs) / speed;
}

/**
 * Plays the past in rounds: places bets, moves the odds, plays the games to the end and settles them, and freezes the
 * weeks that are over. In the last round of some weeks only one friend bets, and wins the week.
 */
export async function playPast(
  past: Past,
  simulation: Simulation,
  speed: number,
  seats: readonly Bettor[],
  { from, last, roundMs, wonWeeks }: Rounds,
  now: Date,
  chance: Chance,
): Promise<void> {
  const lastMs = last.getTime();
  const [star] = seats.slice(1);
  const odds = new Chance(`odds ${from.toISOString()}`);
  const weeksNow = await Promise.all(sports.filter(playsInWeeks).map((sport) => simulation.slate(sport, now)));
  const isOnSlate = ({ season: year, week }: FeedGame) =>
    week !== null && weeksNow.some(({ currentWeek }) => currentWeek?.week === week && currentWeek.season === year);

  for (let time = from.getTime() + ((lastMs - from.getTime()) % roundMs); time <= lastMs; time += roundMs) {
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
    const isLastOfWeek = weekOf(later(at, roundMs + playingMs(speed)), from).number > number;
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

/** Places one bet at a random time within `withinMs` after `from`, unless the member has nothing to bet. */
export async function betOnOne(
  past: Past,
  { member, person, fairPlay, stakes }: Bettor,
  open: readonly Open[],
  from: Date,
  withinMs: number,
  chance: Chance,
): Promise<void> {
  const { available, pending } = await findFunds(past.database.db, member.leagueId, member.userId);
  const most = cents(Math.min(available, headroom(fairPlay.maxInPlayPct, available, pending)));
  const slip = slipOf(person.style, open, { of: cents(available * stakes), most }, chance);
  if (!slip) return;
  past.now = later(from, chance.between(0, withinMs));
  await placeTicket(past.database, member, slip, null);
}

export function openOf({ id, sport, quote }: FeedGame): Open {
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
export async function poll(past: Past, game: FeedGame, at: Date): Promise<void> {
  past.now = at;
  await ingest(past.database, game.sport, answerOf([game]), at);
}
