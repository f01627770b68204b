import { addDays, type EasternDay, instantOf } from '#shared/domain/eastern.ts';
import { playsInWeeks } from '#shared/domain/sport.ts';
import { Chance } from './chance.ts';
import type { Calendar, Fixture } from './fixture.ts';
import { type League, mishapOf } from './leagues.ts';
import { gamesPerRound, pairsOf } from './rounds.ts';

/** When a game of a round starts: days after the day of the round, and the Eastern time. */
type Slot = readonly [days: number, time: string];
type Plan = {
  /** The day of a round, in the season that begins in `year`. */
  dayOf(year: number, round: number): EasternDay;
  /** The slots of a round, in the order of its games. Games without a slot are not played. */
  slots(round: number): readonly Slot[];
  /** Years from the year in which a season begins to the year that it is named by. */
  namedLater: 0 | 1;
};

const times = (slots: readonly (readonly [days: number, time: string, games: number])[]): Slot[] =>
  slots.flatMap(([days, time, games]) => Array.from({ length: games }, (): Slot => [days, time]));

const nflSlots = times([
  [0, '20:15', 1],
  [3, '13:00', 8],
  [3, '16:05', 2],
  [3, '16:25', 3],
  [3, '20:20', 1],
  [4, '20:15', 1],
]);
const cfbSlots = times([
  [-2, '19:30', 1],
  [-1, '20:00', 1],
  [0, '12:00', 6],
  [0, '15:30', 6],
  [0, '19:00', 3],
  [0, '19:30', 2],
  [0, '22:15', 1],
]);
const mlbSlots = times([
  [0, '13:10', 2],
  [0, '16:05', 1],
  [0, '18:40', 3],
  [0, '19:05', 3],
  [0, '19:45', 2],
  [0, '20:10', 1],
  [0, '21:40', 2],
  [0, '22:10', 1],
]);
/** The games of a round of basketball or hockey, spread over two evenings. */
const twoEvenings = (games: number): Slot[] => {
  const starts = ['19:00', '19:30', '19:00', '20:00', '19:30', '20:30', '21:00', '22:00'];
  return Array.from({ length: games }, (_, i) => [Math.floor(i / 2) % 2, starts[Math.floor(i / 2)] ?? '22:30']);
};
const eplSlots = times([
  [-1, '15:00', 1],
  [0, '07:30', 1],
  [0, '10:00', 4],
  [0, '12:30', 1],
  [1, '09:00', 1],
  [1, '11:30', 1],
  [2, '15:00', 1],
]);
const uclSlots = times([
  [0, '12:45', 2],
  [0, '15:00', 7],
  [1, '12:45', 2],
  [1, '15:00', 7],
]);
/**
 * The weeks of the Champions League's rounds, counted from its first: eight rounds of all clubs, then the knock-out.
 */
const uclWeeks = [0, 2, 5, 7, 10, 12, 18, 19, 24, 29, 32, 36];
/** Games of each knock-out round. */
const uclKnockOut = [8, 4, 2, 1];

/** The `nth` such weekday of a month; 0 is Sunday. If the month has fewer, the day is in the next month. */
function nthDay(year: number, month: number, weekday: number, nth: number): EasternDay {
  const first = `${year}-${String(month).padStart(2, '0')}-01`;
  const ahead = (weekday - new Date(`${first}T00:00:00Z`).getUTCDay() + 7) % 7;
  return addDays(first, ahead + 7 * (nth - 1));
}

const laborDay = (year: number) => nthDay(year, 9, 1, 1);

const plans: Record<string, Plan> = {
  nfl: { dayOf: (year, round) => addDays(laborDay(year), 3 + 7 * round), slots: () => nflSlots, namedLater: 0 },
  cfb: { dayOf: (year, round) => addDays(laborDay(year), -2 + 7 * round), slots: () => cfbSlots, namedLater: 0 },
  mlb: {
    // 162 games in 186 days
    dayOf: (year, round) => addDays(nthDay(year, 3, 4, 4), Math.floor((round * 186) / 162)),
    slots: () => mlbSlots,
    namedLater: 0,
  },
  nba: {
    dayOf: (year, round) => addDays(nthDay(year, 10, 2, 3), 2 * round + (round >= 58 ? 6 : 0)), // the all-star break
    slots: () => twoEvenings(15),
    namedLater: 1,
  },
  nhl: {
    dayOf: (year, round) => addDays(nthDay(year, 10, 2, 1), 2 * round + (round >= 60 ? 14 : 0)),
    slots: () => twoEvenings(16),
    namedLater: 1,
  },
  epl: {
    dayOf: (year, round) => addDays(nthDay(year, 8, 6, 3), 7 * Math.floor((round * 41) / 38)),
    slots: () => eplSlots,
    namedLater: 0,
  },
  ucl: {
    dayOf: (year, round) => addDays(nthDay(year, 9, 2, 3), 7 * (uclWeeks[round] ?? 0)),
    slots: (round) => uclSlots.slice(0, uclKnockOut[round - 8] ?? uclSlots.length),
    namedLater: 0,
  },
};

/** The share of games with a mishap. */
const mishapChance = 0.02;
const firstYear = 2000;
const maxSeasons = 32;

type Planned = { number: number; plannedAt: Date };

/** The calendar at speed 1: each league's regular season in its real months. */
export function ordinaryCalendar(seed: number): Calendar {
  const seasons = new Map<string, Planned[]>();

  /**
   * The games of the season that begins in `year`, by start. A number consists of year, round and place in the round.
   */
  function seasonOf(league: League, year: number): Planned[] {
    const key = `${league.slug} ${year}`;
    const known = seasons.get(key);
    if (known) return known;
    const plan = plans[league.slug];
    if (!plan) throw new Error(`no calendar for ${league.slug}`);
    const games = Array.from({ length: league.rounds }, (_, round) => {
      const day = plan.dayOf(year, round);
      return plan.slots(round).map(([days, time], place) => ({
        number: (year * 1_000 + round) * 100 + place,
        plannedAt: easternInstant(addDays(day, days), time),
      }));
    }).flat();
    games.sort((a, b) => a.plannedAt.getTime() - b.plannedAt.getTime());
    if (seasons.size >= maxSeasons) seasons.clear();
    seasons.set(key, games);
    return games;
  }

  function fixture(league: League, number: number, isExtra: boolean): Fixture | null {
    const year = Math.floor(number / 100_000);
    const planned = isExtra ? undefined : seasonOf(league, year).find((game) => game.number === number);
    return planned ? fixtureOf(league, planned) : null;
  }

  function fixtureOf(league: League, { number, plannedAt }: Planned): Fixture {
    const year = Math.floor(number / 100_000);
    const ofSeason = Math.floor(number / 100) % 1_000;
    const round = (year - firstYear) * league.rounds + ofSeason;
    const pair = pairsOf(league, round)[number % 100];
    if (!pair) throw new Error(`${league.slug} ${number}: more games than ${gamesPerRound(league)}`);
    const chance = new Chance(`slot ${seed} ${league.slug} ${number}`);
    const isWeekly = playsInWeeks(league.sport);
    const mishap = mishapOf(league, chance);
    return {
      league,
      number,
      isExtra: false,
      season: year + (plans[league.slug]?.namedLater ?? 0),
      round,
      week: isWeekly ? ofSeason + 1 : null,
      seasonType: isWeekly ? 'regular' : null,
      plannedAt,
      home: pair.home,
      away: pair.away,
      isDecider: league.deciderRounds.includes(ofSeason),
      mishap: chance.happens(mishapChance) ? mishap : null,
    };
  }

  return {
    quotedMinutes: 6 * 24 * 60,
    fixture,
    fixtures(league, from, to) {
      const [first, after] = [from.getTime(), to.getTime()];
      const years: number[] = [];
      for (let year = from.getUTCFullYear() - 1; year <= to.getUTCFullYear(); year += 1) years.push(year);
      return years.flatMap((year) =>
        seasonOf(league, year)
          .filter(({ plannedAt }) => plannedAt.getTime() >= first && plannedAt.getTime() < after)
          .map((planned) => fixtureOf(league, planned)),
      );
    },
  };
}

function easternInstant(day: EasternDay, time: string): Date {
  const instant = instantOf(`${day}T${time}`);
  if (!instant) throw new RangeError(`not a time: ${day} ${time}`);
  return instant;
}
