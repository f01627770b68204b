import { addDays, instantOfDay } from '#shared/domain/eastern.ts';
import { playsInWeeks } from '#shared/domain/sport.ts';
import { Chance } from './chance.ts';
import type { Calendar, Fixture } from './fixture.ts';
import { type League, mishapOf } from './leagues.ts';
import { gamesPerRound, pairsOf } from './rounds.ts';

/** The share of games with a mishap. */
const mishapChance = 0.02;
const firstYear = 2000;
const maxSeasons = 32;

type Planned = { number: number; plannedAt: Date };

/** The calendar at speed 1: each league's regular season in its real months. */
export function ordinaryCalendar(seed: number): Calendar {
  const seasons = new Map<string, Planned[]>();

  /**
   * The games of the season that begins in `year`, by start. A number consists of year, round and index in the round.
   */
  function seasonOf(league: League, year: number): Planned[] {
    const key = `${league.slug} ${year}`;
    const known = seasons.get(key);
    if (known) return known;
    const { plan, rounds } = league;
    const games = Array.from({ length: rounds }, (_, round) => {
      const day = plan.dayOf(year, round);
      return plan.slots(round).map(([days, time], index) => ({
        number: (year * 1_000 + round) * 100 + index,
        plannedAt: instantOfDay(addDays(day, days), time),
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
      season: year + league.plan.namedLater,
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
