import { expect, test } from 'vitest';
import { fromWhole } from '#shared/domain/money.ts';
import { layoutOf } from './net-layout.ts';
import { netSentence, weeksOf } from './net-points.ts';

/** Points at these Eastern noons with these nets in whole Ching. */
const pointsAt = (...points: readonly [day: string, net: number][]) =>
  points.map(([day, net]) => ({ at: Date.parse(`${day}T17:00:00Z`), net: fromWhole(net) }));

const points = pointsAt(
  ['2026-10-31', 0],
  ['2026-11-02', 40], // Monday: the week of Tuesday, Oct 27
  ['2026-11-03', 20], // Tuesday after six in the morning
  ['2026-11-09', 60],
  ['2026-11-24', -10],
);

test('a week has what its bets moved and the net at its end, the newest first', () => {
  const weeks = weeksOf(points).map(({ startsAt, moved, net }) => [
    new Date(startsAt).toISOString().slice(0, 10),
    moved / 100,
    net / 100,
  ]);
  expect(weeks).toEqual([
    ['2026-11-24', -70, -10],
    ['2026-11-03', 20, 60],
    ['2026-10-27', 40, 40],
  ]);
});

test('the chart in words says where it begins and ends, and its highest and lowest net', () => {
  expect(netSentence(points)).toBe('From 0 on Oct 31 to -10 on Nov 24; at most +60, at least -10.');
});

test('the chart has net 0 in its grid, and as many days below it as have room', () => {
  const [wide, narrow] = [layoutOf(points, { width: 1_100, rem: 16 }), layoutOf(points, { width: 224, rem: 32 })];
  expect(wide.amounts.find(({ isStart }) => isStart)?.y).toBe(wide.zero);
  expect(wide.amounts.map(({ words }) => words)).toEqual(['-30', '0', '+30', '+60']);
  expect([wide.days.length, narrow.days.length]).toEqual([6, 2]);
  expect([wide.days[0]?.words, wide.days.at(-1)?.words]).toEqual(['Oct 31', 'Nov 24']);
  expect([wide.amountsAreInside, narrow.amountsAreInside]).toEqual([false, true]);
});

test('the words at the end give way to the line, and to the days below the chart', () => {
  const endY = (...nets: number[]) => {
    const layout = layoutOf(pointsAt(...nets.map((net, day): [string, number] => [`2026-11-0${day + 1}`, net])), {
      width: 600,
      rem: 16,
    });
    return layout.endY - (layout.corners.at(-1)?.y ?? 0);
  };
  expect(endY(0, 50)).toBeLessThan(0); // the line rises
  expect(endY(0, 90, 60)).toBeGreaterThan(0); // it falls
  expect(endY(0, -90)).toBeLessThan(0); // it falls to the lowest amount
});

test('bets of one day have one day below the chart', () => {
  const ofOneDay = pointsAt(['2026-11-02', 0], ['2026-11-02', 40]);
  expect(layoutOf(ofOneDay, { width: 400, rem: 16 }).days.map(({ words }) => words)).toEqual(['Nov 2']);
});
