import { presets } from '#shared/domain/fair-play.ts';
import type { Chance } from '../feed/simulation/chance.ts';
import type { Simulation } from '../feed/simulation.ts';
import type { Member } from '../leagues/access.ts';
import { finalizeLeague } from '../leagues/standings.ts';
import { type Account, foundLeague } from './founding.ts';
import { later, type Past } from './past.ts';
import { playPast } from './play-past.ts';

const dayMs = 24 * 3_600_000;

// Chosen, in real time: how long the season lasts and its rounds, few enough that the demo is made little slower, and how
// long before the time of the past it ends.
const seasonDays = 22;
const joiningDays = 1;
const roundDays = 5;
const pauseDays = 4;
/** Chosen: the probability that a friend does not bet in a round. */
const restfulness = 0.3;
const wonWeeks = [1, 3];

type Cast = { owner: Account; joining: readonly Account[]; words: { name: string; description: string } };

/**
 * Plays a season that has ended before the time of the past, with its standings and awards frozen. Returns its owner, who
 * may start the next season; null if a game of it never ended, so that it is not final.
 */
export async function playFirstSeason(
  past: Past,
  simulation: Simulation,
  speed: number,
  { owner, joining, words }: Cast,
  now: Date,
  chance: Chance,
): Promise<Member | null> {
  const endDate = later(past.now, -pauseDays * dayMs);
  const from = later(endDate, -seasonDays * dayMs);
  past.now = from;
  const settings = { ...words, announcement: null, endDate, fairPlay: presets.classic, previous: null };
  const joiningMs = joiningDays * dayMs;
  const { leagueId, fairPlay, seats } = await foundLeague(past, { ...settings, owner, joining, joiningMs }, chance);
  const visitor = joining[0]?.userId;
  const bettors = seats.map((seat) => ({
    ...seat,
    fairPlay,
    stakes: 1,
    rests: () => seat.member.userId !== visitor && chance.happens(restfulness),
  }));
  const rounds = { from, last: later(endDate, -2 * dayMs), roundMs: roundDays * dayMs, wonWeeks };
  await playPast(past, simulation, speed, bettors, rounds, now, chance);
  past.now = later(endDate, dayMs);
  const [first] = seats;
  return first && (await finalizeLeague(past.database, leagueId)) ? first.member : null;
}
