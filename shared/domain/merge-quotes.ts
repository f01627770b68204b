import { emptyQuote, marketFields, type Quote } from './market.ts';

/**
 * The main source's quote, with the markets that it lacks from another one.
 *
 * A market lacks when a value of it is missing that the other has (no block, a line without a price, no draw); it is then
 * the other's whole, line and all, unless that lacks something itself. `main` null says nothing: all is the other's.
 */
export function mergeQuotes(main: Quote | null, extra: Quote): Quote {
  const said = main ?? emptyQuote;
  const filled = { ...emptyQuote };
  for (const fields of Object.values(marketFields)) {
    const adds = fields.some((field) => said[field] === null && extra[field] !== null);
    const loses = fields.some((field) => said[field] !== null && extra[field] === null);
    const source = adds && !loses ? extra : said;
    for (const field of fields) filled[field] = source[field];
  }
  return filled;
}
