import type { MarketRules, RuleRow, Terms } from './markets/market-rules.ts';
import { moneyline } from './markets/moneyline.ts';
import { spread } from './markets/spread.ts';
import { total } from './markets/total.ts';
import { type Market, markets, type Side, sides } from './side.ts';
import { type Sport, sportRules } from './sport.ts';

const registry = { spread, moneyline, total };
type Registry = typeof registry;
type Part<M extends Market> = Exclude<ReturnType<Registry[M]['read']>, string | null>;

/** The lines and prices on offer for a game: each market whole, or null where there is none. */
export type Quote = { [M in Market]: Part<M> | null };

/** The fields of a quote in the tables, on the wire and in the odds form. */
export type LineField = { [M in Market]: keyof Registry[M]['lines'] }[Market];
export type PriceField = { [M in Market]: keyof Registry[M]['prices'] }[Market];
export type QuoteField = LineField | PriceField;
export type FlatQuote = Record<QuoteField, number | null>;

/** The rules that can decide a leg by the score, with their words. Their order is that of the database's enum. */
const rules = { ...moneyline.rules, ...spread.rules, ...total.rules };
export type ScoreRule = keyof typeof rules;
export const scoreRules: Record<ScoreRule, RuleRow> = rules;
export const scoreRuleNames = Object.keys(rules) as [ScoreRule, ...ScoreRule[]];

export const marketRules: { [M in Market]: MarketRules<Part<M>, FlatQuote, ScoreRule> } = registry;

/**
 * The fields in the order of the wire.
 *
 * mirrors  the line of which this line is always the negative; null for any other field.
 */
export const quoteFields = Object.fromEntries(
  markets.flatMap((market) => {
    const { lines, prices, mirrors } = marketRules[market];
    const rows = (labels: typeof lines, isLine: boolean) =>
      (Object.keys(labels) as QuoteField[]).map((field) => [
        field,
        { label: labels[field] ?? '', isLine, mirrors: mirrors[field] ?? null },
      ]);
    return [...rows(lines, true), ...rows(prices, false)];
  }),
) as Record<QuoteField, { label: string; isLine: boolean; mirrors: QuoteField | null }>;

const fieldNames = Object.keys(quoteFields) as QuoteField[];

/** The flat fields of a market: its lines, then its prices. */
export function fieldsOf(market: Market): QuoteField[] {
  const { lines, prices } = marketRules[market];
  return Object.keys({ ...lines, ...prices }) as QuoteField[];
}

/** Builds an object of all fields, in the order of the wire. */
export function mapFields<L, P>(line: (field: LineField) => L, price: (field: PriceField) => P) {
  const mapped: Partial<Record<QuoteField, L | P>> = {};
  for (const field of fieldNames) {
    mapped[field] = quoteFields[field].isLine ? line(field as LineField) : price(field as PriceField);
  }
  return mapped as Record<LineField, L> & Record<PriceField, P>;
}

/** Builds a quote market by market. */
export function mapQuote(part: <M extends Market>(market: M) => Part<M> | null): Quote {
  const quote: Partial<Record<Market, Quote[Market]>> = {};
  for (const market of markets) quote[market] = part(market);
  return quote as Quote;
}

export const emptyQuote = mapQuote(() => null);
const emptyFields: FlatQuote = mapFields(
  () => null,
  () => null,
);

/** The quote in flat fields. A market that is half or invalid is closed: null. Source: docs/screens.md#game-card. */
export function quoteOf(flat: FlatQuote): Quote {
  return mapQuote((market) => {
    const part = readMarket(market, flat);
    return typeof part === 'string' ? null : part;
  });
}

/** One market in flat fields; a text that says what is wrong with it when it is half or invalid. */
export function readMarket<M extends Market>(market: M, flat: FlatQuote): Part<M> | null | string {
  return marketRules[market].read(flat);
}

/** The flat fields of a quote. */
export function flatQuote(quote: Quote | null): FlatQuote {
  return Object.assign({}, emptyFields, ...markets.map((market) => quote && flatPart(market, quote)));
}

function flatPart<M extends Market>(market: M, quote: Quote): Partial<FlatQuote> | null {
  const part = quote[market];
  return part && marketRules[market].flat(part);
}

/**
 * Removes the markets and sides that the sport does not have, such as a spread in soccer or a draw in any other sport.
 *
 * Null if every market is foreign to the sport. The caller ignores such a quote; an empty quote would close the sport's
 * own markets.
 */
export function ownMarkets(sport: Sport, quote: Quote): Quote | null {
  const rules = sportRules[sport];
  const own = mapQuote((market) => {
    const part = quote[market];
    return part && rules.markets.includes(market) ? marketRules[market].own(part, rules) : null;
  });
  return isEmpty(own) && !isEmpty(quote) ? null : own;
}

export function isEmpty(quote: Quote): boolean {
  return markets.every((market) => quote[market] === null);
}

/** The quote after the feed has swapped home and away, so that each team has its own prices again. */
export function swappedQuote(quote: Quote): Quote {
  return mapQuote((market) => {
    const part = quote[market];
    return part && marketRules[market].swapped(part);
  });
}

/**
 * The initial values of the odds form for a game without odds: spread 0, every price -110, and the sport's default
 * total. Nothing is on offer before an admin saves the form. Source: docs/screens.md#admin-odds.
 */
export function startingQuote(sport: Sport): Quote {
  const rules = sportRules[sport];
  return mapQuote((market) => (rules.markets.includes(market) ? marketRules[market].starting(rules) : null));
}

/** One side of one market with its line and price: an odds button on the slate. */
export type Offer = Terms & { market: Market; side: Side };

/** Whether the sport has this market with this side. */
export function isSideOf(sport: Sport, market: Market, side: Side): boolean {
  return sidesOf(sport, market).includes(side);
}

/** The sides of a market in the order of the slate; empty when the sport does not have the market. */
export function sidesOf(sport: Sport, market: Market): readonly Side[] {
  const rules = sportRules[sport];
  return rules.markets.includes(market) ? marketRules[market].sides(rules) : [];
}

/** The offers of a quote, market by market. */
export function offers(sport: Sport, quote: Quote | null): Offer[] {
  return sportRules[sport].markets.flatMap((market) =>
    sidesOf(sport, market).flatMap((side) => offerFor(sport, quote, market, side) ?? []),
  );
}

/** The offer for one side of one market; null when there is none. */
export function offerFor(sport: Sport, quote: Quote | null, market: Market, side: Side): Offer | null {
  const terms = quote && isSideOf(sport, market, side) ? termsOf(quote, market, side) : null;
  return terms && { market, side, ...terms };
}

/** The line and price of a side in a quote, whether or not the sport has that side; null when there is none. */
export function termsOf<M extends Market>(quote: Quote, market: M, side: Side): Terms | null {
  const part = quote[market];
  return part && marketRules[market].terms(part, side);
}

/** Formats a line: a spread with its sign ("+3.5", "PK" at zero), a total without. Null becomes an empty text. */
export function showLine(market: Market, line: number | null): string {
  return line === null ? '' : marketRules[market].showLine(line);
}

/** The first market or side of a quote that the sport does not have, such as 'draw'; null if it has all of them. */
export function notOffered(sport: Sport, quote: Quote): Market | Side | null {
  const { markets: offered } = sportRules[sport];
  for (const market of markets) {
    if (quote[market] && !offered.includes(market)) return market;
    const foreign = sides.find((side) => termsOf(quote, market, side) && !isSideOf(sport, market, side));
    if (foreign) return foreign;
  }
  return null;
}
