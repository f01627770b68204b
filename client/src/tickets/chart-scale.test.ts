import { describe, expect, test } from 'vitest';
import { fromWhole, showWhole } from '#shared/domain/money.ts';
import { axisWords, fourAmounts, giveWay } from './chart-scale.ts';

describe('the four amounts', () => {
  test.each([
    [870, 1_318, ['800', '1,000', '1,200', '1,400']],
    [1_000, 1_000, ['990', '1,000', '1,010', '1,020']],
    [0, 1_000, ['0', '400', '800', '1,200']],
    [0, 9_999_999.99, ['0', '4,000,000', '8,000,000', '12,000,000']],
    [668, 1_320, ['600', '900', '1,200', '1,500']],
    [-40, 1_000, ['-500', '0', '500', '1,000']],
  ])('around %d to %d', (lowest, highest, words) => {
    const amounts = fourAmounts(fromWhole(lowest), fromWhole(highest));
    expect(amounts.map(showWhole)).toEqual(words);
  });

  test('are short beside the chart, and all of one unit', () => {
    const short = (...amounts: number[]) =>
      amounts.map((each) => axisWords(fromWhole(each), fromWhole(amounts.at(-1) ?? 0)));
    expect(short(0, 500, 1_500)).toEqual(['0', '500', '1,500']);
    expect(short(0, 50_000, 150_000)).toEqual(['0', '50K', '150K']);
    expect(short(0, 2_500_000, 7_500_000)).toEqual(['0', '2.5M', '7.5M']);
  });
});

describe('positions that give way', () => {
  test('stay where they have room', () => {
    expect(giveWay([10, 40, 80], 17, 0, 100)).toEqual([10, 40, 80]);
  });

  test('are pushed apart, downwards, and upwards at the bottom', () => {
    expect(giveWay([10, 10, 12], 17, 0, 100)).toEqual([10, 27, 44]);
    expect(giveWay([95, 98, 99], 17, 0, 100)).toEqual([66, 83, 100]);
  });
});
