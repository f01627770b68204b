import { flatQuote, type PriceField, type Quote, type QuoteField, quoteFields } from './market.ts';
import { isJump, type Price } from './price.ts';

/** A price of a quote whose implied probability moves by more than ten points. */
export type PriceJump = { field: PriceField; from: Price; to: Price };

/**
 * The jumps between two quotes, in the order of the odds form. A market that only one of them offers has none. Source:
 * docs/decisions/odds-in-the-open.md.
 */
export function priceJumps(before: Quote, after: Quote): PriceJump[] {
  const [had, has] = [flatQuote(before), flatQuote(after)];
  return (Object.keys(quoteFields) as QuoteField[]).flatMap((field) => {
    const [from, to] = [had[field], has[field]];
    if (quoteFields[field].isLine || from === null || to === null || !isJump(from as Price, to as Price)) return [];
    return [{ field: field as PriceField, from: from as Price, to: to as Price }];
  });
}
