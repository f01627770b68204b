import { mapQuote, type Quote, termsOf } from './market.ts';
import { type Market, sides } from './side.ts';

/**
 * Merges the main source's quote (null when it has none) with that of another source, market by market. Takes a market
 * whole from `extra`, line included, if `extra` has a side of it that `main` lacks: the whole market, or the draw.
 * Otherwise takes it from `main`.
 */
export function mergeQuotes(main: Quote | null, extra: Quote): Quote {
  if (!main) return extra;
  return mapQuote((market) => (lacksSide(main, extra, market) ? extra[market] : main[market]));
}

function lacksSide(one: Quote, other: Quote, market: Market): boolean {
  return sides.some((side) => !termsOf(one, market, side) && termsOf(other, market, side));
}
