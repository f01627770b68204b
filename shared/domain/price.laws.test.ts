import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPrice, anyStake, usualPrice, usualPrices, usualStake } from '#shared/testing/arbitraries.ts';
import type { Cents } from './money.ts';
import { combinedPrice, isNoWorse, type Price, passesMaxPayout, payout } from './price.ts';

type Fraction = { top: bigint; bottom: bigint };

/**
 * A second computation of a payout, leg by leg with fractions: stake + stake × odds / 100, or stake × 100 / |odds|
 * below zero. Source: docs/screens.md#words-and-numbers.
 */
function exactReturn(stake: Cents, prices: readonly Price[]): Fraction {
  return prices.reduce<Fraction>(
    ({ top, bottom }, odds) =>
      odds > 0
        ? { top: top * 100n + top * BigInt(odds), bottom: bottom * 100n }
        : { top: top * BigInt(-odds) + top * 100n, bottom: bottom * BigInt(-odds) },
    { top: BigInt(stake), bottom: 1n },
  );
}

function rounded({ top, bottom }: Fraction): bigint {
  const whole = top / bottom;
  return (top % bottom) * 2n >= bottom ? whole + 1n : whole;
}

const manyPrices = fc.array(anyPrice, { maxLength: 12 });
const shuffled = manyPrices.chain((prices) =>
  fc.tuple(fc.constant(prices), fc.shuffledSubarray(prices, { minLength: prices.length })),
);

test('a payout is the exact fraction, rounded once, or refused as too large', () => {
  fc.assert(
    fc.property(anyStake, manyPrices, (stake, prices) => {
      const expected = rounded(exactReturn(stake, prices));
      if (expected > BigInt(Number.MAX_SAFE_INTEGER)) expect(() => payout(stake, prices)).toThrow(RangeError);
      else expect(payout(stake, prices)).toBe(Number(expected));
      expect(passesMaxPayout(stake, prices)).toBe(expected > 100_000_000_000n);
    }),
  );
});

test('the order of legs never matters', () => {
  fc.assert(
    fc.property(usualStake, shuffled, (stake, [prices, others]) => {
      expect(passesMaxPayout(stake, prices)).toBe(passesMaxPayout(stake, others));
      if (!passesMaxPayout(stake, prices)) expect(payout(stake, prices)).toBe(payout(stake, others));
      if (prices.length > 0) expect(combinedPrice(prices)).toBe(combinedPrice(others));
    }),
  );
});

test('a win returns at least the stake, and a leg more never returns less', () => {
  fc.assert(
    fc.property(usualStake, usualPrices, usualPrice, (stake, prices, another) => {
      const back = payout(stake, prices);
      expect(back).toBeGreaterThanOrEqual(stake);
      expect(payout(stake, [...prices, another])).toBeGreaterThanOrEqual(back);
    }),
  );
});

test('a parlay of one leg pays and reads as a straight bet', () => {
  fc.assert(
    fc.property(usualStake, usualPrice, (stake, price) => {
      const profit = price > 0 ? (stake * price) / 100 : (stake * 100) / -price;
      expect(Math.abs(payout(stake, [price]) - stake - profit)).toBeLessThanOrEqual(0.5);
      expect(combinedPrice([price])).toBe(price === -100 ? 100 : price);
    }),
  );
});

test('of two prices one is no worse, and the one that is no worse never pays less', () => {
  fc.assert(
    fc.property(usualStake, anyPrice, anyPrice, (stake, a, b) => {
      expect(isNoWorse(a, b) || isNoWorse(b, a)).toBe(true);
      if (isNoWorse(a, b)) expect(payout(stake, [a])).toBeGreaterThanOrEqual(payout(stake, [b]));
    }),
  );
});

test('a price of several legs pays as they do, to within its rounding', () => {
  fc.assert(
    fc.property(usualPrices, (prices) => {
      const { top, bottom } = exactReturn(100 as Cents, prices);
      const exact = Number(top) / Number(bottom) / 100;
      const combined = combinedPrice(prices);
      const american = exact >= 2 ? (exact - 1) * 100 : -100 / (exact - 1);
      expect(Math.abs(combined - american)).toBeLessThanOrEqual(0.5 + 1e-6 * Math.abs(american));
    }),
  );
});
