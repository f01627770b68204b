import { emptyQuote, type Quote } from '#shared/domain/market.ts';
import { isPrice } from '#shared/domain/price.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Outcomes } from './course.ts';
import { chanceAbove, chanceBelow, type Distribution } from './distribution.ts';

/** What the house keeps: the chances in its prices add up to this much more than 1. Source: closing prices of real books. */
const twoWayHold = 0.045;
const threeWayHold = 0.054;
/** A moneyline with a favourite above it is closed, as books close those of college mismatches. */
const surest = 0.965;
/** The run line and the puck line. */
const fixedLine = 1.5;

/** The markets of a game: lines where both sides are as likely as steps of half a point allow, and prices with the house's part. */
export function quoteOf(sport: Sport, { margin, total }: Outcomes): Quote {
  const home = chanceAbove(margin, 0);
  const away = chanceBelow(margin, 0);
  if (sport === 'Soccer') {
    const [moneylineHome = null, moneylineDraw = null, moneylineAway = null] = prices(
      [home, 1 - home - away, away],
      threeWayHold,
    );
    return { ...emptyQuote, moneylineHome, moneylineDraw, moneylineAway };
  }
  const isFixed = sport === 'MLB' || sport === 'Hockey';
  // Both run lines are within reach; the favourite lays the runs.
  const toBeat = isFixed ? (home >= away ? fixedLine : -fixedLine) : fairLine(margin);
  const [spreadHomePrice, spreadAwayPrice] = twoWay(margin, toBeat);
  const totalPoints = fairLine(total);
  const [overPrice, underPrice] = twoWay(total, totalPoints);
  const isOpen = Math.max(home, away) / (home + away) <= surest;
  const [moneylineHome, moneylineAway] = isOpen ? twoWay(margin, 0) : [null, null];
  return {
    ...emptyQuote,
    spreadHome: 0 - toBeat,
    spreadAway: toBeat,
    spreadHomePrice,
    spreadAwayPrice,
    moneylineHome,
    moneylineAway,
    totalPoints,
    overPrice,
    underPrice,
  };
}

/** The step of half a point that divides the chances most evenly; landing on it counts for neither side. */
function fairLine(distribution: Distribution): number {
  const { least, chances } = distribution;
  let median = least;
  for (let below = 0; below + (chances[median - least] ?? 1) < 0.5; median += 1) below += chances[median - least] ?? 0;
  const unfair = (line: number) => Math.abs(chanceAbove(distribution, line) - chanceBelow(distribution, line));
  return [median - 0.5, median, median + 0.5].reduce((best, line) => (unfair(line) < unfair(best) ? line : best));
}

/** Prices for more and for less than `line`. */
function twoWay(distribution: Distribution, line: number): [number | null, number | null] {
  const above = chanceAbove(distribution, line);
  const below = chanceBelow(distribution, line);
  const [over = null, under = null] = prices([above / (above + below), below / (above + below)], twoWayHold);
  return [over, under];
}

/** American prices of sides that exclude each other. Each carries its part of the hold by how uncertain it is. */
function prices(chances: readonly number[], hold: number): (number | null)[] {
  const doubt = (chance: number) => Math.sqrt(chance * (1 - chance));
  const all = chances.reduce((sum, chance) => sum + doubt(chance), 0);
  return chances.map((chance) => american(chance + (hold * doubt(chance)) / all));
}

/** The price of a chance, in steps that grow as books' do; null where no price can say it. */
function american(chance: number): number | null {
  const size = chance > 0.5 ? (100 * chance) / (1 - chance) : (100 * (1 - chance)) / chance;
  const step = size < 150 ? 1 : size < 400 ? 5 : size < 1_000 ? 10 : 50;
  const price = Math.round(size / step) * step * (chance > 0.5 ? -1 : 1);
  return isPrice(price) ? price : null;
}
