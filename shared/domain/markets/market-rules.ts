import { isPrice, type Price } from '../price.ts';
import type { Side } from '../side.ts';
import type { SportRules } from '../sports/sport-rules.ts';

/** The line and price of one side of a market; `line` is null in a market without lines. */
export type Terms = { line: number | null; price: Price };

/**
 * All rules that differ between markets. Each market is one value of this type, in a file of its own.
 *
 * Part  the market's lines and prices in a quote: always whole, because a half market takes no bets.
 * Flat  the same as single numbers, under the names of the wire and of the tables; null for none.
 */
export type MarketRules<Part, Flat> = {
  /** The flat fields that are lines, and those that are prices, with their labels in the odds form. */
  lines: { [F in keyof Flat]?: string };
  prices: { [F in keyof Flat]?: string };
  /** Lines that are always the negative of another line: null is then read as that, and the odds form derives them. */
  mirrors: { [F in keyof Flat]?: keyof Flat };
  /** The market in these fields; null when all are null. A half or invalid market is a text that says what is wrong. */
  read(flat: Flat): Part | null | string;
  flat(part: Part): Partial<Flat>;
  /** The sides in the order of the slate. */
  sides(sport: SportRules): readonly Side[];
  /** The line and price of a side; null when it has none. */
  terms(part: Part, side: Side): Terms | null;
  /** Removes the sides that the sport does not have. */
  own(part: Part, sport: SportRules): Part;
  /** The market after the feed has swapped home and away. */
  swapped(part: Part): Part;
  /** The initial values of the odds form. Source: docs/screens.md#admin-odds. */
  starting(sport: SportRules): Part | null;
};

export function isLine(value: number): boolean {
  return Number.isInteger(value * 2) && Math.abs(value) <= 1_000;
}

export function hasPrice(value: number | null): value is Price {
  return value !== null && isPrice(value);
}
