import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyFlatQuote, anyPrice, usualPrice } from '#shared/testing/arbitraries.ts';
import { aPrice, withOdds } from '#shared/testing/examples.ts';
import { emptyQuote, quoteOf } from './market.ts';
import { impliedProbability, isJump } from './price.ts';
import { priceJumps } from './price-jumps.ts';

const anyQuote = anyFlatQuote.map(quoteOf);
const somePrice = fc.oneof(anyPrice, usualPrice);

/** The implied probability as bookmakers write it, a second time. */
const probability = (price: number) => (price > 0 ? 100 / (price + 100) : -price / (-price + 100));

test.each([
  [-180, 150, true], // 64.3% and 40%: 24.3 points
  [-110, 110, false], // 52.4% and 47.6%
  [100, -100, false], // the same
  [100, 150, false], // exactly ten points
  [100, 151, true],
  [-150, 100, false], // exactly ten points
  [-151, 100, true],
] as const)('from %i to %i is a jump: %s', (from, to, isOne) => {
  expect(isJump(aPrice(from), aPrice(to))).toBe(isOne);
});

test('an implied probability is that of bookmakers, and opposite prices add up to one', () => {
  fc.assert(
    fc.property(somePrice, (price) => {
      expect(impliedProbability(price)).toBeCloseTo(probability(price), 12);
      expect(impliedProbability(price) + impliedProbability(aPrice(-price))).toBeCloseTo(1, 12);
    }),
  );
});

test('a jump is a difference of more than a tenth, either way', () => {
  fc.assert(
    fc.property(somePrice, somePrice, (from, to) => {
      const difference = Math.abs(probability(from) - probability(to));
      fc.pre(Math.abs(difference - 0.1) > 1e-9); // beside that, decimal numbers decide it
      expect(isJump(from, to)).toBe(difference > 0.1);
      expect(isJump(to, from)).toBe(isJump(from, to));
    }),
  );
});

test('a price that moves further in the same direction is a jump if a nearer one is', () => {
  fc.assert(
    fc.property(somePrice, somePrice, somePrice, (...prices) => {
      const [from, near, far] = prices.toSorted((one, other) => probability(one) - probability(other));
      if (from && near && far && isJump(from, near)) expect(isJump(from, far)).toBe(true);
    }),
  );
});

test('a quote has no jump to itself, nor where a market opens or closes', () => {
  fc.assert(
    fc.property(anyQuote, (quote) => {
      for (const other of [quote, emptyQuote]) {
        expect(priceJumps(quote, other)).toEqual([]);
        expect(priceJumps(other, quote)).toEqual([]);
      }
    }),
  );
});

test('a quote jumps back as it jumped', () => {
  fc.assert(
    fc.property(anyQuote, anyQuote, (one, other) => {
      const back = priceJumps(other, one).map(({ field, from, to }) => ({ field, from: to, to: from }));
      expect(back).toEqual(priceJumps(one, other));
    }),
  );
});

test('jumps are named by the fields of the form, and lines have none', () => {
  const before = withOdds(emptyQuote, {
    spreadHome: -3.5,
    spreadAway: 3.5,
    spreadHomeOdds: -110,
    spreadAwayOdds: -110,
    moneylineHome: -180,
    moneylineAway: 152,
  });
  const after = withOdds(before, { spreadHome: 13.5, spreadAway: -13.5, moneylineHome: 150, spreadAwayOdds: 200 });
  expect(priceJumps(before, after)).toEqual([
    { field: 'spreadAwayOdds', from: -110, to: 200 },
    { field: 'moneylineHome', from: -180, to: 150 },
  ]);
});
