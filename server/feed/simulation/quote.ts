import { emptyQuote, type Quote } from '#shared/domain/market.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import { type Sport, sportRules } from '#shared/domain/sport.ts';
import type { Outcomes } from './course.ts';
import { chanceAbove, chanceBelow, type Distribution } from './distribution.ts';

/**
 * The overround: the probabilities in a market's prices add up to so much more than 1. Source: closing prices of real
 * books.
 */
const twoWayOverround = 0.045;
const threeWayOverround = 0.054;
/** A moneyline whose favourite is likelier is closed, as real books do for mismatches of college football. */
const surest = 0.965;
/** The run line of baseball and the puck line of hockey. */
const fixedLine = 1.5;

/**
 * The quote of a game. Its lines make both sides as equally likely as half-point steps allow; its prices have the
 * overround.
 */
export function quoteOf(sport: Sport, { margin, total }: Outcomes): Quote {
  const home = chanceAbove(margin, 0);
  const away = chanceBelow(margin, 0);
  if (sportRules[sport].drawOffered) {
    const [atHome = null, draw = null, onRoad = null] = prices([home, 1 - home - away, away], threeWayOverround);
    return { ...emptyQuote, moneyline: atHome && onRoad && { home: atHome, away: onRoad, draw } };
  }
  const isFixed = sport === 'MLB' || sport === 'Hockey';
  // Of the two fixed lines, the favourite gives the runs or goals.
  const toBeat = isFixed ? (home >= away ? fixedLine : -fixedLine) : fairLine(margin);
  const spread = twoWay(margin, toBeat);
  const points = fairLine(total);
  const sum = twoWay(total, points);
  const isOpen = Math.max(home, away) / (home + away) <= surest;
  const winner = isOpen ? twoWay(margin, 0) : null;
  return {
    ...emptyQuote,
    spread: spread && { line: 0 - toBeat, home: spread.above, away: spread.below },
    moneyline: winner && { home: winner.above, away: winner.below, draw: null },
    total: sum && { line: points, over: sum.above, under: sum.below },
  };
}

/** The line, in steps of half a point, that splits the chances most evenly. A push counts for neither side. */
function fairLine(distribution: Distribution): number {
  const { least, chances } = distribution;
  let median = least;
  for (let below = 0; below + (chances[median - least] ?? 1) < 0.5; median += 1) below += chances[median - least] ?? 0;
  const unfair = (line: number) => Math.abs(chanceAbove(distribution, line) - chanceBelow(distribution, line));
  return [median - 0.5, median, median + 0.5].reduce((best, line) => (unfair(line) < unfair(best) ? line : best));
}

/** Prices for above and for below `line`; null if one of them is no valid price. */
function twoWay(distribution: Distribution, line: number): { above: Price; below: Price } | null {
  const over = chanceAbove(distribution, line);
  const under = chanceBelow(distribution, line);
  const [above = null, below = null] = prices([over / (over + under), under / (over + under)], twoWayOverround);
  return above && below && { above, below };
}

/** American prices of mutually exclusive sides. The overround is divided by the standard deviation of each side. */
function prices(chances: readonly number[], overround: number): (Price | null)[] {
  const doubt = (chance: number) => Math.sqrt(chance * (1 - chance));
  const all = chances.reduce((sum, chance) => sum + doubt(chance), 0);
  return chances.map((chance) => american(chance + (overround * doubt(chance)) / all));
}

/** The price of a chance, in steps that grow with it as real books' do; null if it is no valid price. */
export function american(chance: number): Price | null {
  const size = chance > 0.5 ? (100 * chance) / (1 - chance) : (100 * (1 - chance)) / chance;
  const step = size < 150 ? 1 : size < 400 ? 5 : size < 1_000 ? 10 : 50;
  const price = Math.round(size / step) * step * (chance > 0.5 ? -1 : 1);
  return isPrice(price) ? price : null;
}
