import { describe, expect, test } from 'vitest';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { type Cents, fromWhole } from './money.ts';
import {
  combinedPrice,
  defaultPrice,
  isNoWorse,
  isPrice,
  maxPayout,
  passesMaxPayout,
  payout,
  showPrice,
} from './price.ts';

const at = (...values: number[]) => values.map(aPrice);

describe('a payout', () => {
  // Computed by hand with exact fractions, then rounded half up.
  test.each([
    [-10_000, 101],
    [-2_500, 104],
    [-1_000, 110],
    [-900, 111.11],
    [-650, 115.38],
    [-500, 120],
    [-450, 122.22],
    [-350, 128.57],
    [-300, 133.33],
    [-275, 136.36],
    [-240, 141.67],
    [-200, 150],
    [-175, 157.14],
    [-150, 166.67],
    [-135, 174.07],
    [-125, 180],
    [-115, 186.96],
    [-110, 190.91],
    [-105, 195.24],
    [-102, 198.04],
    [-101, 199.01],
    [-100, 200],
    [100, 200],
    [101, 201],
    [105, 205],
    [110, 210],
    [120, 220],
    [137, 237],
    [150, 250],
    [175, 275],
    [200, 300],
    [255, 355],
    [300, 400],
    [425, 525],
    [600, 700],
    [1_000, 1_100],
    [2_500, 2_600],
    [10_000, 10_100],
  ])('of 100 Ching at %i is %d', (price, back) => {
    expect(payout(ching(100), at(price))).toBe(ching(back));
  });

  test('of 110 Ching at -110 wins 100', () => {
    expect(payout(ching(110), at(-110))).toBe(ching(210));
  });

  test('of three legs at -110 on 1,000 Ching is 6,957.93', () => {
    expect(payout(ching(1_000), at(-110, -110, -110))).toBe(ching(6_957.93));
  });

  test('of twelve legs at -110 is rounded once, at the end', () => {
    const legs = Array.from({ length: 12 }, () => aPrice(-110));
    expect(payout(ching(100), legs)).toBe(ching(234_379.33));
    expect(payout(ching(1), legs)).toBe(ching(2_343.79));
  });

  test('is rounded half up', () => {
    // 1 Ching at -800 is 1.125; at -1600 it is 1.0625.
    expect(payout(ching(1), at(-800))).toBe(ching(1.13));
    expect(payout(ching(1), at(-1_600))).toBe(ching(1.06));
  });

  test('without a won leg is the stake', () => {
    expect(payout(ching(50), [])).toBe(ching(50));
  });

  test('that is no safe integer is never made up', () => {
    const legs = Array.from({ length: 12 }, () => aPrice(1_000_000));
    expect(() => payout(ching(1), legs)).toThrow(RangeError);
  });
});

describe('the most that a ticket returns', () => {
  test('is 1,000,000,000 Ching, which itself is allowed', () => {
    expect(maxPayout).toBe(fromWhole(1_000_000_000));
    expect(passesMaxPayout(maxPayout, [])).toBe(false);
    expect(passesMaxPayout(fromWhole(500_000_000), at(100))).toBe(false);
  });

  test('is passed by one hundredth more', () => {
    expect(passesMaxPayout((maxPayout + 1) as Cents, [])).toBe(true);
    expect(passesMaxPayout(fromWhole(500_000_000), at(101))).toBe(true);
  });

  test('is judged also where the payout is beyond any integer', () => {
    expect(
      passesMaxPayout(
        fromWhole(1),
        Array.from({ length: 12 }, () => aPrice(1_000_000)),
      ),
    ).toBe(true);
  });
});

describe('a price', () => {
  test.each([-1_000_000, -110, -100, 100, 101, 1_000_000])('%i is one', (value) => {
    expect(isPrice(value)).toBe(true);
  });

  test.each([0, 1, -1, 99, -99, 110.5, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001, -1_000_001])(
    '%d is none',
    (value) => {
      expect(isPrice(value)).toBe(false);
    },
  );

  test('is -110 where none is known', () => {
    expect(defaultPrice).toBe(-110);
  });

  test.each([
    [150, '+150'],
    [100, '+100'],
    [-110, '-110'],
    [1_200, '+1200'],
    [-9_999, '-9999'],
    [10_000, '+10,000'],
    [-1_000_000, '-1,000,000'],
    [3_183_094, '+3,183,094'],
  ])('%i shows as %s', (value, text) => {
    expect(showPrice(value)).toBe(text);
  });
});

describe('a better price', () => {
  test.each([
    [-105, -110],
    [-110, -110],
    [100, -100],
    [-100, 100],
    [120, 110],
    [100, -110],
  ])('%i is no worse than %i', (offered, seen) => {
    expect(isNoWorse(aPrice(offered), aPrice(seen))).toBe(true);
  });

  test.each([
    [-115, -110],
    [-110, 100],
    [110, 120],
    [-101, 100],
  ])('%i is worse than %i', (offered, seen) => {
    expect(isNoWorse(aPrice(offered), aPrice(seen))).toBe(false);
  });
});

describe('the price of several legs', () => {
  test.each([
    [[-110, -110], 264],
    [[-110, -110, -110], 596],
    [[150], 150],
    [[-110], -110],
    [[100, 100], 300],
    [[-1_000, -1_000], -476],
  ])('%j is %i', (legs, price) => {
    expect(combinedPrice(at(...legs))).toBe(price);
  });

  test('is rounded half up exactly, in every order', () => {
    // 2.01 x 2.5 x 2.2 = 11.055, so +1005.5.
    expect(combinedPrice(at(101, 150, 120))).toBe(1_006);
    expect(combinedPrice(at(120, 150, 101))).toBe(1_006);
  });

  test('is refused for no leg at all', () => {
    expect(() => combinedPrice([])).toThrow(RangeError);
  });
});
