import { emptyQuote } from '#shared/domain/market.ts';
import { defaultPrice } from '#shared/domain/price.ts';
import type { Market } from '#shared/domain/side.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { type PastGame, twoWayGrades } from './past-game.ts';
import { numberIn, numberOf, readCells } from './tables.ts';

// Archives of Sports Book Review: two rows per game, the visitors' first; columns are read by position.

type Pair = { visitors: string[]; hosts: string[] };

/** The columns of a baseball row that hold runs by inning. */
const innings = { from: 5, to: 14 };

/**
 * A season of the NBA. Spreads and totals have no prices there and get the default one.
 * Source: docs/screens.md#words-and-numbers.
 */
export function readNba(): PastGame[] {
  return pairs('nba-sbr-odds-2018-19').map(({ visitors, hosts }, at): PastGame => {
    const score = { home: numberOf(hosts[8]), away: numberOf(visitors[8]) };
    // The favourite's row has the spread, the other row the total, which is always the larger number.
    const [ofHosts, ofVisitors] = [closeOf(hosts[10]), closeOf(visitors[10])];
    const [gives, total] = [Math.min(ofHosts, ofVisitors), Math.max(ofHosts, ofVisitors)];
    const homeGives = gives === ofHosts ? gives : 0 - gives;
    return {
      id: `nba-${at + 1}`,
      sport: 'NBA',
      competition: null,
      home: hosts[3] ?? '',
      away: visitors[3] ?? '',
      quote: withOdds(emptyQuote, {
        spreadHome: 0 - homeGives,
        spreadAway: homeGives,
        spreadHomeOdds: defaultPrice,
        spreadAwayOdds: defaultPrice,
        moneylineHome: numberIn(hosts[11]),
        moneylineAway: numberIn(visitors[11]),
        totalPoints: total,
        overOdds: defaultPrice,
        underOdds: defaultPrice,
      }),
      score,
      finalScore: score,
      halfInnings: null,
      gradeOf: twoWayGrades({
        homeBy: score.home - score.away,
        homeGives,
        total: score.home + score.away,
        totalLine: total,
      }),
    };
  });
}

/** Two seasons of the NHL; a shoot-out counts as the one goal that it adds to the final score. */
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
        quote: withOdds(emptyQuote, {
          spreadHome: numberIn(hosts[10]),
          spreadAway: numberIn(visitors[10]),
          spreadHomeOdds: numberIn(hosts[11]),
          spreadAwayOdds: numberIn(visitors[11]),
          moneylineHome: numberIn(hosts[9]),
          moneylineAway: numberIn(visitors[9]),
          totalPoints: numberIn(visitors[14]),
          overOdds: numberIn(visitors[15]),
          underOdds: numberIn(hosts[15]),
        }),
        score,
        finalScore: score,
        halfInnings: null,
        gradeOf: twoWayGrades({
          homeBy: score.home - score.away,
          homeGives: numberIn(visitors[10]), // the points that the visitors receive
          total: score.home + score.away,
          totalLine: numberIn(hosts[14]),
        }),
      };
    }),
  );
}

/** Two seasons of MLB, without games whose number of half-innings cannot be derived from the runs by inning. */
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
          quote: withOdds(emptyQuote, {
            spreadHome: numberIn(hosts[17]),
            spreadAway: numberIn(visitors[17]),
            spreadHomeOdds: numberIn(hosts[18]),
            spreadAwayOdds: numberIn(visitors[18]),
            moneylineHome: wholePrice(hosts[16]),
            moneylineAway: wholePrice(visitors[16]),
            totalPoints: numberIn(visitors[21]),
            overOdds: numberIn(visitors[22]),
            underOdds: numberIn(hosts[22]),
          }),
          score,
          finalScore: score,
          halfInnings,
          gradeOf: twoWayGrades({
            homeBy: score.home - score.away,
            homeGives: numberIn(visitors[17]), // the points that the visitors receive
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

/** The closing number of a basketball row; 'pk' is a spread of 0. */
function closeOf(cell: string | undefined): number {
  return cell?.toLowerCase() === 'pk' ? 0 : numberOf(cell);
}

/** Null for a few closing prices of baseball that are averages of two sportsbooks and end in .5. */
function wholePrice(cell: string | undefined): number | null {
  const price = numberIn(cell);
  return Number.isInteger(price) ? price : null;
}

/** Runs by inning; the cell of an inning that was not played is 'x' or blank. */
function runs(row: string[]): number[] {
  return row
    .slice(innings.from, innings.to)
    .filter((cell) => /^\d+$/.test(cell))
    .map(numberOf);
}

/**
 * The number of half-innings played, 20 for any number of extra innings, which have no cells. Null if the runs by
 * inning do not add up to the final score.
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

/** The void markets of a game that was called early. Source: docs/house-rules.md#sports. */
function calledOff(visitors: string[], hosts: string[], isPastTotal: boolean): Market[] {
  const homeLeads = numberOf(hosts[14]) > numberOf(visitors[14]);
  const reached = (inning: number) =>
    runs(visitors).length >= inning &&
    (runs(hosts).length >= inning || (homeLeads && runs(hosts).length === inning - 1));
  if (reached(9)) return [];
  return [...(reached(5) ? [] : ['moneyline' as const]), 'spread', ...(isPastTotal ? [] : ['total' as const])];
}
