import { describe, expect, test } from 'vitest';
import { fromWhole, showWhole } from '#shared/domain/money.ts';
import { courseOf, frontOf } from './course.ts';
import { aLine, aRace, weeksWonBy } from './example-race.ts';
import { layoutOf } from './layout.ts';
import { axisWords, fourAmounts, giveWay } from './scale.ts';

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

/** Twenty members, half of them at one balance, in a chart of this width. */
function layoutFor(width: number, rem = 16) {
  const lines = Array.from({ length: 20 }, (_, at) =>
    aLine(`Member ${at}`, at + 1, [1_000, at < 10 ? 1_000 : 990 - at]),
  );
  const course = courseOf(aRace(...lines), weeksWonBy());
  return layoutOf(course, frontOf(course, 'id of Member 12', null), { width, rem });
}

test('on a desktop twenty names stand 17 px apart within the plot', () => {
  const { labels, top, bottom } = layoutFor(1_130);
  expect(labels).toHaveLength(20);
  const heights = labels.map(({ y }) => y);
  expect(heights[0]).toBeGreaterThan(top - 0.001);
  expect(heights.at(-1)).toBeLessThan(bottom + 0.001);
  for (const [at, y] of heights.slice(1).entries()) expect(y - (heights[at] ?? 0)).toBeGreaterThanOrEqual(16.999);
});

test('on a phone only the lines in front are named, and with large text none', () => {
  expect(layoutFor(326).labels.map(({ line }) => line.name)).toEqual(['Member 0', 'Member 12']);
  expect(layoutFor(256, 32).labels).toEqual([]);
});

test('of fifty weeks on a phone as many are numbered as have room, among them the chosen one', () => {
  const balances = Array.from({ length: 51 }, (_, at) => 1_000 + at);
  const course = courseOf(aRace(aLine('Ann', 1, balances)), weeksWonBy(...Array.from({ length: 50 }, () => 'Ann')));
  const { numbered, x } = layoutOf(course, frontOf(course, 'id of Ann', null), { width: 326, rem: 16 });
  for (const chosen of course.stops.slice(1)) {
    const shown = numbered(chosen);
    expect(shown).toContain(chosen);
    for (const [at, stop] of shown.slice(1).entries())
      expect(x(shown[at]?.at ?? 0) - x(stop.at)).toBeGreaterThanOrEqual(18);
  }
});
