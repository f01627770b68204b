import { expect, test } from 'vitest';
import { fromWhole } from '#shared/domain/money.ts';
import { balanceAt, cornersOf, courseOf, frontOf, rankAt } from './course.ts';
import { aLine, aRace, endOfWeek, weeksWonBy } from './example-race.ts';

test('the stops are the start, the ends of weeks, and the present if something was settled since', () => {
  const keys = (balances: readonly number[]) =>
    courseOf(aRace(aLine('Ann', 1, balances)), weeksWonBy('Ann', null)).stops.map(({ key }) => key);
  expect(keys([1_000, 900, 800])).toEqual(['start', 'week 1', 'week 2']);
  expect(keys([1_000, 900, 800, 700])).toEqual(['start', 'week 1', 'week 2', 'now']);
});

test('in a final league its last week stands with all that was settled after its end', () => {
  const weeks = { ...weeksWonBy('Ann', 'Ann'), running: null };
  const { lines, stops } = courseOf(aRace(aLine('Ann', 1, [1_000, 900, 800, 1_100])), weeks);
  const [ann, last] = [lines[0], stops.at(-1)];
  if (!ann || !last) throw new Error('a line and a stop are expected');
  expect(stops.map(({ key }) => key)).toEqual(['start', 'week 1', 'week 2']);
  expect([last.week?.number, balanceAt(ann, last)]).toEqual([2, 110_000]);
});

test('without its weeks the race does not say that the league is over', () => {
  const { stops } = courseOf(aRace(aLine('Ann', 1, [1_000, 900])), { frozen: [], running: 'unknown' });
  expect(stops.map(({ title, unwon }) => `${title}: ${unwon}`)).toEqual([
    'At the start: The league begins',
    'So far: Its weeks did not load',
  ]);
});

test('a step at the very end of a week counts in the next one, as in the recaps', () => {
  const line = { ...aLine('Ann', 1, [1_000]), points: [{ at: endOfWeek(0), balance: fromWhole(1_000) }] };
  line.points.push({ at: endOfWeek(1), balance: fromWhole(900) });
  const course = courseOf(aRace(line), weeksWonBy(null));
  const [found] = course.lines;
  if (!found) throw new Error('no line');
  expect(course.stops.map((stop) => balanceAt(found, stop))).toEqual([100_000, 100_000, 90_000]);
});

test('a member who joined later has neither balance nor rank before, and their line begins there', () => {
  const late = aLine('Bob', 2, [1_000, 950]);
  late.points = late.points.map(({ balance }, at) => ({ at: endOfWeek(1, at + 1), balance }));
  const course = courseOf(aRace(aLine('Ann', 1, [1_000, 1_100, 1_200]), late), weeksWonBy('Ann', 'Ann'));
  const [ann, bob] = course.lines;
  const [, first, second] = course.stops;
  if (!ann || !bob || !first || !second) throw new Error('two lines and three stops are expected');
  expect([balanceAt(bob, first), rankAt(course, bob, first), rankAt(course, ann, first)]).toEqual([null, null, 1]);
  expect(rankAt(course, bob, second)).toBe(2);
  expect(cornersOf(bob, course.stops)[0]?.at).toBe(Date.parse(endOfWeek(1, 1)));
});

test('equal balances share a rank', () => {
  const lines = [
    aLine('Ann', 1, [1_000, 900, 950]),
    aLine('Bob', 1, [1_000, 900, 950]),
    aLine('Cleo', 3, [1_000, 800]),
  ];
  const course = courseOf(aRace(...lines), weeksWonBy(null));
  const [, end] = course.stops;
  if (!end) throw new Error('no week');
  expect(course.lines.map((line) => rankAt(course, line, end))).toEqual([1, 1, 3]);
  expect(frontOf(course, 'id of Ann', null)).toMatchObject({ own: { name: 'Ann' }, leader: { name: 'Bob' } });
});

test('a line is level from the last step of a week to its end', () => {
  const course = courseOf(aRace(aLine('Ann', 1, [1_000, 900, 800])), weeksWonBy(null));
  const [ann] = course.lines;
  if (!ann) throw new Error('no line');
  const weekEnd = cornersOf(ann, course.stops).filter(({ at }) => at <= Date.parse(endOfWeek(1)));
  expect(weekEnd.slice(-2)).toEqual([
    { at: Date.parse(endOfWeek(1, -2)), balance: 90_000 },
    { at: Date.parse(endOfWeek(1)), balance: 90_000 },
  ]);
});
