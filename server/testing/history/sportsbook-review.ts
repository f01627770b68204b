import { emptyQuote } from '#shared/domain/market.ts';
import { defaultPrice } from '#shared/domain/price.ts';
import type { Market } from '#shared/domain/side.ts';
import { type PastGame, twoWay } from './past-game.ts';
import { numberIn, numberOf, readCells } from './tables.ts';

// Archives of Sports Book Review: two rows a game, the visitors' first, read by the position of their columns.

type Pair = { visitors: string[]; hosts: string[] };

/** The innings that a row of baseball has cells for. */
const innings = { from: 5, to: 14 };

/** A season of the NBA; its spreads and totals have no prices and get the usual one (spec §9). */
export function readNba(): PastGame[] {
  return pairs('nba-sbr-odds-2018-19').map(({ visitors, hosts }, at): PastGame => {
    const score = { home: numberOf(hosts[8]), away: numberOf(visitors[8]) };
    // The favourites' row holds the spread, the other one the total, which is always the larger number.
    const [ofHosts, ofVisitors] = [closeOf(hosts[10]), closeOf(visitors[10])];
    const [gives, total] = [Math.min(ofHosts, ofVisitors), Math.max(ofHosts, ofVisitors)];
    const homeGives = gives === ofHosts ? gives : 0 - gives;
    return {
      id: `nba-${at + 1}`,
      sport: 'NBA',
      competition: null,
      home: hosts[3] ?? '',
      away: visitors[3] ?? '',
      quote: {
        ...emptyQuote,
        spreadHome: 0 - homeGives,
        spreadAway: homeGives,
        spreadHomePrice: defaultPrice,
        spreadAwayPrice: defaultPrice,
        moneylineHome: numberIn(hosts[11]),
        moneylineAway: numberIn(visitors[11]),
        totalPoints: total,
        overPrice: defaultPrice,
        underPrice: defaultPrice,
      },
      score,
      shown: score,
      halfInnings: null,
      comesTo: twoWay({
        homeBy: score.home - score.away,
        homeGives,
        total: score.home + score.away,
        totalLine: total,
      }),
    };
  });
}

/** Two seasons of the NHL; a shoot-out is the one goal that it adds to the final score. */
export function readNhl(): PastGame[] {
  return ['2017-18', '2018-19'].flatMap((season) =>
    pairs(`nhl-sbr-odds-${season}`).map(({ visitors, hosts }, at): PastGame => {
      const score = { home: numberOf(hosts[7]), away: numberOf(visitors[7]) };
      return {
        id: `nhl-${season}-${at + 1}`,
        sport: 'Hockey',
        competition: null,
        home: hosts[3] ?? '',
        away: visitors[3] ?? '',
        quote: {
          ...emptyQuote,
          spreadHome: numberIn(hosts[10]),
          spreadAway: numberIn(visitors[10]),
          spreadHomePrice: numberIn(hosts[11]),
          spreadAwayPrice: numberIn(visitors[11]),
          moneylineHome: numberIn(hosts[9]),
          moneylineAway: numberIn(visitors[9]),
          totalPoints: numberIn(visitors[14]),
          overPrice: numberIn(visitors[15]),
          underPrice: numberIn(hosts[15]),
        },
        score,
        shown: score,
        halfInnings: null,
        comesTo: twoWay({
          homeBy: score.home - score.away,
          homeGives: numberIn(visitors[10]), // what the visitors are given
          total: score.home + score.away,
          totalLine: numberIn(hosts[14]),
        }),
      };
    }),
  );
}

/** Two seasons of MLB, without the games whose runs by inning do not tell how much of them was played. */
export function readMlb(): PastGame[] {
  return ['2018', '2019'].flatMap((season) =>
    pairs(`mlb-sbr-odds-${season}`).flatMap(({ visitors, hosts }, at): PastGame[] => {
      const score = { home: numberOf(hosts[14]), away: numberOf(visitors[14]) };
      const halfInnings = halfInningsOf(visitors, hosts);
      if (halfInnings === null) return [];
      const total = score.home + score.away;
      const totalLine = numberIn(hosts[21]);
      return [
        {
          id: `mlb-${season}-${at + 1}`,
          sport: 'MLB',
          competition: null,
          home: hosts[3] ?? '',
          away: visitors[3] ?? '',
          quote: {
            ...emptyQuote,
            spreadHome: numberIn(hosts[17]),
            spreadAway: numberIn(visitors[17]),
            spreadHomePrice: numberIn(hosts[18]),
            spreadAwayPrice: numberIn(visitors[18]),
            moneylineHome: wholePrice(hosts[16]),
            moneylineAway: wholePrice(visitors[16]),
            totalPoints: numberIn(visitors[21]),
            overPrice: numberIn(visitors[22]),
            underPrice: numberIn(hosts[22]),
          },
          score,
          shown: score,
          halfInnings,
          comesTo: twoWay({
            homeBy: score.home - score.away,
            homeGives: numberIn(visitors[17]), // what the visitors are given
            total,
            totalLine,
            calledOff: calledOff(visitors, hosts, totalLine !== null && total > totalLine),
          }),
        },
      ];
    }),
  );
}

function pairs(name: string): Pair[] {
  const rows = readCells(name);
  return rows.flatMap((visitors, at) => {
    const hosts = at % 2 === 0 ? rows[at + 1] : undefined;
    return hosts ? [{ visitors, hosts }] : [];
  });
}

/** The closing number of a row of basketball, 'pk' for a spread of none. */
function closeOf(cell: string | undefined): number {
  return cell?.toLowerCase() === 'pk' ? 0 : numberOf(cell);
}

/** A few closing prices of baseball are averages of two books with a half in them: those are no prices. */
function wholePrice(cell: string | undefined): number | null {
  const price = numberIn(cell);
  return Number.isInteger(price) ? price : null;
}

/** Runs by inning; an inning that was not played is 'x' or blank. */
function runs(row: string[]): number[] {
  return row
    .slice(innings.from, innings.to)
    .filter((cell) => /^\d+$/.test(cell))
    .map(numberOf);
}

/**
 * Half-innings that were played, 20 for any number of extra innings, which have no cells; null where the runs by inning
 * are not those of the final.
 */
function halfInningsOf(visitors: string[], hosts: string[]): number | null {
  const played = runs(visitors).length + runs(hosts).length;
  const [left, right] = [visitors, hosts].map(
    (row) => numberOf(row[14]) - runs(row).reduce((sum, run) => sum + run, 0),
  );
  if (left === undefined || right === undefined || left < 0 || right < 0) return null;
  if (left === 0 && right === 0) return played;
  return played === 18 ? 20 : null;
}

/** The markets of a game called early that stay undecided, by how far each team had batted. Source: house rules, MLB. */
function calledOff(visitors: string[], hosts: string[], isPastTotal: boolean): Market[] {
  const homeLeads = numberOf(hosts[14]) > numberOf(visitors[14]);
  const reached = (inning: number) =>
    runs(visitors).length >= inning &&
    (runs(hosts).length >= inning || (homeLeads && runs(hosts).length === inning - 1));
  if (reached(9)) return [];
  return [...(reached(5) ? [] : ['moneyline' as const]), 'spread', ...(isPastTotal ? [] : ['total' as const])];
}
