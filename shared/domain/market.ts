import { defaultPrice, isPrice, type Price } from './price.ts';
import { type Market, markets, type Side } from './side.ts';
import { type Sport, sportRules } from './sport.ts';

/**
 * The lines and prices on offer for a game; null where there are none. Lines are points in steps of 0.5, each from the
 * view of the side in its name.
 */
export type Quote = {
  spreadHome: number | null;
  spreadAway: number | null;
  spreadHomePrice: number | null;
  spreadAwayPrice: number | null;
  moneylineHome: number | null;
  moneylineAway: number | null;
  moneylineDraw: number | null;
  totalPoints: number | null;
  overPrice: number | null;
  underPrice: number | null;
};

export const emptyQuote: Quote = {
  spreadHome: null,
  spreadAway: null,
  spreadHomePrice: null,
  spreadAwayPrice: null,
  moneylineHome: null,
  moneylineAway: null,
  moneylineDraw: null,
  totalPoints: null,
  overPrice: null,
  underPrice: null,
};

/** The fields of each market. All fields of a market come from the same source. */
export const marketFields = {
  spread: ['spreadHome', 'spreadAway', 'spreadHomePrice', 'spreadAwayPrice'],
  moneyline: ['moneylineHome', 'moneylineAway', 'moneylineDraw'],
  total: ['totalPoints', 'overPrice', 'underPrice'],
} as const satisfies Record<Market, readonly (keyof Quote)[]>;

/**
 * Removes the markets that the sport does not have, such as a spread in soccer or a draw in any other sport.
 *
 * Returns null when the quote has values in such markets only. It then says nothing about the sport's own markets, and
 * must not close them.
 */
export function ownMarkets(sport: Sport, quote: Quote): Quote | null {
  const { markets: offered, drawOffered } = sportRules[sport];
  const others = markets.flatMap((market) => (offered.includes(market) ? [] : marketFields[market]));
  const foreign: (keyof Quote)[] = drawOffered ? others : [...others, 'moneylineDraw'];
  if (foreign.every((field) => quote[field] === null)) return quote;
  const own = { ...quote };
  for (const field of foreign) own[field] = null;
  return markets.some((market) => marketFields[market].some((field) => own[field] !== null)) ? own : null;
}

/**
 * The initial values of the odds form for a game without odds: spread 0, every price -110, and the sport's default
 * total. Nothing is on offer before an admin saves the form. Source: docs/screens.md#admin-odds.
 */
export function startingQuote(sport: Sport): Quote {
  const { markets: offered, drawOffered, defaultTotal } = sportRules[sport];
  const spread = offered.includes('spread') ? { line: 0, price: defaultPrice } : { line: null, price: null };
  const totalPrice = defaultTotal === null ? null : defaultPrice;
  return {
    spreadHome: spread.line,
    spreadAway: spread.line,
    spreadHomePrice: spread.price,
    spreadAwayPrice: spread.price,
    moneylineHome: defaultPrice,
    moneylineAway: defaultPrice,
    moneylineDraw: drawOffered ? defaultPrice : null,
    totalPoints: defaultTotal,
    overPrice: totalPrice,
    underPrice: totalPrice,
  };
}

/** One side of one market with its line and price: an odds button on the slate. `line` is null for the moneyline. */
export type Offer = { market: Market; side: Side; line: number | null; price: Price };

export function isLine(value: number): boolean {
  return Number.isInteger(value * 2) && Math.abs(value) <= 1_000;
}

/** Whether the sport has this market with this side. */
export function isSideOf(sport: Sport, market: Market, side: Side): boolean {
  return sidesOf(sport, market).includes(side);
}

/** The sides of a market in the order of the slate; empty when the sport does not have the market. */
export function sidesOf(sport: Sport, market: Market): readonly Side[] {
  const rules = sportRules[sport];
  if (!rules.markets.includes(market)) return [];
  if (market === 'total') return ['over', 'under'];
  return market === 'moneyline' && rules.drawOffered ? ['away', 'draw', 'home'] : ['away', 'home'];
}

/**
 * The offers of a quote, market by market. An incomplete market has no offers.
 *
 * A spread needs both prices and two lines of which one is the negative of the other. A moneyline needs the prices of
 * both teams; the draw is on offer only with a price of its own. A total needs a line above zero and both prices.
 * Source: docs/screens.md#game-card.
 */
export function offers(sport: Sport, quote: Quote | null): Offer[] {
  if (!quote) return [];
  return sportRules[sport].markets.flatMap((market) => {
    const priced = pricedSides(quote, market);
    const needed: readonly Side[] = market === 'total' ? ['over', 'under'] : ['home', 'away'];
    if (!needed.every((side) => priced.some((offer) => offer.side === side))) return [];
    return sidesOf(sport, market).flatMap((side) => priced.filter((offer) => offer.side === side));
  });
}

/** The offer for one side of one market; null when there is none. */
export function offerFor(sport: Sport, quote: Quote | null, market: Market, side: Side): Offer | null {
  return offers(sport, quote).find((offer) => offer.market === market && offer.side === side) ?? null;
}

function pricedSides(quote: Quote, market: Market): Offer[] {
  switch (market) {
    case 'spread': {
      const { spreadHome, spreadAway } = quote;
      if (spreadHome === null || spreadAway === null || spreadHome + spreadAway !== 0 || !isLine(spreadHome)) return [];
      return priced(market, [
        ['home', spreadHome, quote.spreadHomePrice],
        ['away', spreadAway, quote.spreadAwayPrice],
      ]);
    }
    case 'moneyline':
      return priced(market, [
        ['home', null, quote.moneylineHome],
        ['away', null, quote.moneylineAway],
        ['draw', null, quote.moneylineDraw],
      ]);
    case 'total': {
      const { totalPoints } = quote;
      if (totalPoints === null || totalPoints <= 0 || !isLine(totalPoints)) return [];
      return priced(market, [
        ['over', totalPoints, quote.overPrice],
        ['under', totalPoints, quote.underPrice],
      ]);
    }
  }
}

function priced(market: Market, rows: readonly [Side, number | null, number | null][]): Offer[] {
  return rows.flatMap(([side, line, price]) =>
    price !== null && isPrice(price) ? [{ market, side, line, price }] : [],
  );
}
