import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyFlatQuote, anySport } from '#shared/testing/arbitraries.ts';
import { type FlatQuote, flatQuote, isSideOf, mapFields, offerFor, offers, quoteOf } from './market.ts';
import { isPrice } from './price.ts';
import type { Market } from './side.ts';

const isGiven = (value: number | null) => value !== null && value !== 0;

/**
 * Whether a market has all its values, without any check of the values. `offers` is stricter (mirrored lines, valid
 * prices), never more lenient. Source: docs/screens.md#game-card.
 */
const isComplete: Record<Market, (flat: FlatQuote) => boolean> = {
  spread: (flat) =>
    flat.spreadHome !== null &&
    flat.spreadAway !== null &&
    flat.spreadHomeOdds !== null &&
    flat.spreadAwayOdds !== null,
  moneyline: (flat) => isGiven(flat.moneylineHome) && isGiven(flat.moneylineAway),
  total: (flat) => isGiven(flat.totalPoints) && flat.overOdds !== null && flat.underOdds !== null,
};

test('every offer of any quote can be placed: its price is valid, and it has a line unless it is a moneyline', () => {
  fc.assert(
    fc.property(anySport, anyFlatQuote, (sport, flat) => {
      const quote = quoteOf(flat);
      for (const offer of offers(sport, quote)) {
        expect(isPrice(offer.price)).toBe(true);
        expect(isSideOf(sport, offer.market, offer.side)).toBe(true);
        expect(offer.line === null).toBe(offer.market === 'moneyline');
        expect(isComplete[offer.market](flat)).toBe(true);
        expect(offerFor(sport, quote, offer.market, offer.side)).toEqual(offer);
      }
    }),
  );
});

test('nothing is offered one-sided: lines mirror on a spread and agree on a total', () => {
  fc.assert(
    fc.property(anySport, anyFlatQuote, (sport, flat) => {
      const quote = quoteOf(flat);
      const found = (market: Market, side: 'home' | 'away' | 'over' | 'under') => offerFor(sport, quote, market, side);
      expect(found('moneyline', 'home') === null).toBe(found('moneyline', 'away') === null);
      const [home, away] = [found('spread', 'home'), found('spread', 'away')];
      expect(home === null).toBe(away === null);
      if (home && away) expect((home.line ?? Number.NaN) + (away.line ?? Number.NaN)).toBe(0);
      expect(found('total', 'over')?.line).toBe(found('total', 'under')?.line);
    }),
  );
});

test('flat fields lose nothing of a quote, which has no other numbers than they', () => {
  fc.assert(
    fc.property(anyFlatQuote, (flat) => {
      const quote = quoteOf(flat);
      const shown = flatQuote(quote);
      expect(quoteOf(shown)).toEqual(quote);
      const same = mapFields(
        (field) => shown[field] === null || shown[field] === flat[field],
        (field) => shown[field] === null || shown[field] === flat[field],
      );
      expect(Object.values(same).every(Boolean)).toBe(true);
    }),
  );
});
