import { emptyQuote, marketFields, type Quote } from './market.ts';

/**
 * Merges the main source's quote (null when it has none) with that of another source, market by market.
 *
 * A market comes whole from the other source, line included, when the main source lacks one of its values that the
 * other has (the whole market, a price, the draw) and the other lacks none that the main source has. Otherwise it comes
 * whole from the main source.
 */
export function mergeQuotes(main: Quote | null, extra: Quote): Quote {
  const base = main ?? emptyQuote;
  const merged = { ...emptyQuote };
  for (const fields of Object.values(marketFields)) {
    const adds = fields.some((field) => base[field] === null && extra[field] !== null);
    const loses = fields.some((field) => base[field] !== null && extra[field] === null);
    const source = adds && !loses ? extra : base;
    for (const field of fields) merged[field] = source[field];
  }
  return merged;
}
