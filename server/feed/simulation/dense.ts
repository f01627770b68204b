import { sports } from '#shared/domain/sport.ts';
import { Chance } from './chance.ts';
import type { Calendar, Fixture } from './fixture.ts';
import { type League, leaguesIn, mishapOf } from './leagues.ts';
import { gamesPerRound, modulo, type Pair, pairsOf } from './rounds.ts';
import { championsLeague, premierLeague } from './teams/soccer.ts';

/**
 * The calendar above speed 1, in minutes of the season: in every sport a game starts each `slotMinutes`, round after
 * round and season after season, fifteen a day. No game is shorter than a slot and its delay, so that one is always live;
 * the sports take turns within a slot.
 */
const slotMinutes = 96;
const turnMinutes = slotMinutes / sports.length;
const mostDelayMinutes = 12;
/** Where a game comes on top of the regular ones, which is where mishaps happen. */
const extraAfterMinutes = 48;
const extraChance = 1 / 6;
/** Above it a season's year would need a fifth digit, and the seasons start again. */
const firstSeason = 2026;
const seasonsInAll = 10_000 - firstSeason;
const ordersKept = 128;

const inTwoLeagues = new Set(premierLeague.filter((club) => championsLeague.includes(club)).map(({ id }) => id));

/** The compressed calendar. `epoch` is when slot 0 begins. */
export function denseCalendar(seed: number, speed: number, epoch: Date): Calendar {
  const orders = new Map<string, Pair[]>();
  const instant = (minutes: number) => new Date(epoch.getTime() + Math.round((minutes * 60_000) / speed));

  /** A round's pairs in the order in which they play. */
  function order(league: League, round: number): Pair[] {
    const key = `${league.slug} ${round}`;
    const known = orders.get(key);
    if (known) return known;
    const pairs = league.slug === 'ucl' ? besideTheLeague(pairsOf(league, round), round) : pairsOf(league, round);
    if (orders.size >= ordersKept) orders.clear();
    orders.set(key, pairs);
    return pairs;
  }

  function pairAt(league: League, number: number): Pair | null {
    const games = gamesPerRound(league);
    return order(league, Math.floor(number / games))[modulo(number, games)] ?? null;
  }

  /** Moves games of clubs that play in their own league beside the slot to another place of the round. */
  function besideTheLeague(pairs: readonly Pair[], round: number): Pair[] {
    const moved = [...pairs];
    const [own] = leaguesIn('Soccer');
    if (!own) return moved;
    const isBusy = (pair: Pair | undefined, place: number) => {
      const number = round * pairs.length + place;
      const beside = [pairAt(own, number), pairAt(own, number + 1)].flatMap((game) => game ?? []);
      const busy = new Set(beside.flatMap(({ home, away }) => [home.id, away.id]));
      return pair !== undefined && (busy.has(pair.home.id) || busy.has(pair.away.id));
    };
    for (let place = 0; place < moved.length; place += 1) {
      const places = moved.map((_, other) => other).sort((a, b) => Math.abs(a - place) - Math.abs(b - place));
      const other = places.find((to) => !isBusy(moved[place], to) && !isBusy(moved[to], place));
      const [here, there] = [moved[place], moved[other ?? place]];
      if (other === undefined || !here || !there) continue;
      moved[place] = there;
      moved[other] = here;
    }
    return moved;
  }

  function fixture(league: League, number: number, isExtra: boolean): Fixture | null {
    const games = gamesPerRound(league);
    // The teams of a game half a round later are free now, and are about to meet the other way round.
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
    const isWeekly = league.sport === 'NFL' || league.sport === 'CFB';
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
        slot * slotMinutes + sports.indexOf(league.sport) * turnMinutes + delay + (isExtra ? extraAfterMinutes : 0),
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
