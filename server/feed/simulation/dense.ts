import { playsInWeeks, sports } from '#shared/domain/sport.ts';
import { Chance } from './chance.ts';
import type { Calendar, Fixture } from './fixture.ts';
import { type League, leaguesIn, mishapOf } from './leagues.ts';
import { gamesPerRound, modulo, type Pair, pairsOf } from './rounds.ts';
import { championsLeague, premierLeague } from './teams/soccer.ts';

/**
 * The calendar above speed 1, in simulated minutes. In every sport a game starts each `slotMinutes`, fifteen a day,
 * round after round and season after season. No game is shorter than a slot and its delay, so one is always live. Each
 * sport's games start at another offset within the slot.
 */
const slotMinutes = 96;
const sportOffsetMinutes = slotMinutes / sports.length;
const mostDelayMinutes = 12;
/** An extra game starts so long after a regular one. Mishaps happen to extra games only. */
const extraAfterMinutes = 48;
const extraChance = 1 / 6;
const firstSeason = 2026;
/** After the year 9999 the seasons start again at the first: a year has four digits. */
const seasonsInAll = 10_000 - firstSeason;
const maxOrders = 128;

const inTwoLeagues = new Set(premierLeague.filter((club) => championsLeague.includes(club)).map(({ id }) => id));

/** The compressed calendar. Slot 0 begins at `epoch`. */
export function denseCalendar(seed: number, speed: number, epoch: Date): Calendar {
  const orders = new Map<string, Pair[]>();
  const instant = (minutes: number) => new Date(epoch.getTime() + Math.round((minutes * 60_000) / speed));

  /** The pairs of a round in the order of their games. */
  function order(league: League, round: number): Pair[] {
    const key = `${league.slug} ${round}`;
    const known = orders.get(key);
    if (known) return known;
    const pairs = league.slug === 'ucl' ? besideTheLeague(pairsOf(league, round), round) : pairsOf(league, round);
    if (orders.size >= maxOrders) orders.clear();
    orders.set(key, pairs);
    return pairs;
  }

  function pairAt(league: League, number: number): Pair | null {
    const games = gamesPerRound(league);
    return order(league, Math.floor(number / games))[modulo(number, games)] ?? null;
  }

  /** Reorders a round of the Champions League, so that no club has a Premier League game just before or after. */
  function besideTheLeague(pairs: readonly Pair[], round: number): Pair[] {
    const reordered = [...pairs];
    const [own] = leaguesIn('Soccer');
    if (!own) return reordered;
    const isBusy = (pair: Pair | undefined, index: number) => {
      const number = round * pairs.length + index;
      const beside = [pairAt(own, number), pairAt(own, number + 1)].flatMap((game) => game ?? []);
      const busy = new Set(beside.flatMap(({ home, away }) => [home.id, away.id]));
      return pair !== undefined && (busy.has(pair.home.id) || busy.has(pair.away.id));
    };
    for (let index = 0; index < reordered.length; index += 1) {
      const nearest = reordered.map((_, other) => other).sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
      const other = nearest.find((to) => !isBusy(reordered[index], to) && !isBusy(reordered[to], index));
      const [here, there] = [reordered[index], reordered[other ?? index]];
      if (other === undefined || !here || !there) continue;
      reordered[index] = there;
      reordered[other] = here;
    }
    return reordered;
  }

  function fixture(league: League, number: number, isExtra: boolean): Fixture | null {
    const games = gamesPerRound(league);
    // An extra game has the teams of the game half a round later, which are free now, with home and away swapped.
    const pair = pairAt(league, isExtra ? number + Math.floor(games / 2) : number);
    if (!pair) return null;
    const { home, away } = isExtra ? { home: pair.away, away: pair.home } : pair;
    const streams = leaguesIn(league.sport);
    const slot = number * streams.length + streams.indexOf(league);
    const chance = new Chance(`slot ${seed} ${league.slug} ${number}${isExtra ? 'x' : ''}`);
    const delay = Math.floor(chance.between(0, mostDelayMinutes + 1));
    const mishap = mishapOf(league, chance);
    if (isExtra && (!chance.happens(extraChance) || inTwoLeagues.has(home.id) || inTwoLeagues.has(away.id)))
      return null;
    const isWeekly = playsInWeeks(league.sport);
    const round = Math.floor(number / games);
    const ofSeason = modulo(round, league.rounds);
    return {
      league,
      number,
      isExtra,
      season: firstSeason + modulo(Math.floor(round / league.rounds), seasonsInAll),
      round,
      week: isWeekly ? ofSeason + 1 : null,
      seasonType: isWeekly ? 'regular' : null,
      plannedAt: instant(
        slot * slotMinutes +
          sports.indexOf(league.sport) * sportOffsetMinutes +
          delay +
          (isExtra ? extraAfterMinutes : 0),
      ),
      home,
      away,
      isDecider: league.deciderRounds.includes(ofSeason),
      mishap: isExtra ? mishap : null,
    };
  }

  return {
    quotedMinutes: 720,
    fixture,
    fixtures(league, from, to) {
      const perNumber = slotMinutes * leaguesIn(league.sport).length;
      const numberAt = (at: Date) => Math.floor(((at.getTime() - epoch.getTime()) * speed) / 60_000 / perNumber);
      const found: Fixture[] = [];
      for (let number = numberAt(from) - 2; number <= numberAt(to); number += 1) {
        for (const isExtra of [false, true]) {
          const candidate = fixture(league, number, isExtra);
          if (candidate && candidate.plannedAt >= from && candidate.plannedAt < to) found.push(candidate);
        }
      }
      return found;
    },
  };
}
