import { expect, test } from 'vitest';
import { courseOf, frontOf } from './course.ts';
import { aLine, aRace, weeksWonBy } from './example-race.ts';
import { layoutOf } from './layout.ts';

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
