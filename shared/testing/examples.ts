import { emptyQuote, type FlatQuote, flatQuote, type Quote, quoteOf } from '#shared/domain/market.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { isPrice, type Price } from '#shared/domain/price.ts';
import type { Pick, SlipLeague } from '#shared/domain/slip.ts';

/** Brands a number as a price. Throws when it is not a valid one. */
export function aPrice(value: number): Price {
  if (!isPrice(value)) throw new RangeError(`not a price: ${value}`);
  return value;
}

/** Converts Ching with up to two decimals to Cents: 190.91 is 19,091. */
export function ching(amount: number): Cents {
  return cents(Math.round(amount * 100));
}

/** A quote with changes of its flat fields. A market that is half afterwards is null. */
export function withOdds(quote: Quote, changes: Partial<FlatQuote>): Quote {
  return quoteOf({ ...flatQuote(quote), ...changes });
}

/** A quote with all markets of a sport without a draw. */
export function aQuote(changes: Partial<FlatQuote> = {}): Quote {
  const full = {
    ...emptyQuote,
    spread: { line: -3.5, home: aPrice(-110), away: aPrice(-105) },
    moneyline: { home: aPrice(-180), away: aPrice(155), draw: null },
    total: { line: 47.5, over: aPrice(-112), under: aPrice(-108) },
  };
  return withOdds(full, changes);
}

/** A pick of the home team's moneyline at -110 on the game `gameId`. */
export function aPick(gameId: string, changes: Partial<Pick> = {}): Pick {
  return {
    gameId,
    sport: 'NFL',
    market: 'moneyline',
    side: 'home',
    line: null,
    price: aPrice(-110),
    label: 'Chiefs ML',
    game: `LAC @ ${gameId}`,
    startsAt: new Date('2126-11-24T18:00:00Z'), // the slip drops picks whose game has started by the real clock
    ...changes,
  };
}

export function aLeague(changes: Partial<SlipLeague> = {}): SlipLeague {
  return { id: 'league-1', name: 'Sunday crew', allowedSports: 'ALL', ...changes };
}
