import { mapQuote, type Quote, termsOf } from './market.ts';
import { type Market, sides } from './side.ts';

/**
 * Merges the main source's quote (null when it has none) with that of another source, market by market.
 *
 * A market comes whole from the other source, line included, when the main source lacks one of its sides that the other
 * has (the whole market, or the draw) and the other lacks none that the main source has. Otherwise it comes from the
 * main source.
 */
export function mergeQuotes(main: Quote | null, extra: Quote): Quote {
  if (!main) return extra;
  return mapQuote((market) => {
    const takesExtra = lacksSide(main, extra, market) && !lacksSide(extra, main, market);
    return takesExtra ? extra[market] : main[market];
  });
}

function lacksSide(one: Quote, other: Quote, market: Market): boolean {
  return sides.some((side) => !termsOf(one, market, side) && termsOf(other, market, side));
}
