import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Grade, grades } from './grade.ts';
import { cents } from './money.ts';
import { type Pair, type RivalWeek, rivalryOf, type Stand, sumRivalries } from './rivalry.ts';
import { type Side, sides } from './side.ts';

const week = fc.record({ net: fc.integer({ min: -3, max: 3 }).map(cents), bets: fc.nat(2) });
const weeks = fc.array(fc.record({ viewer: week, other: week }));
const stand = fc.record({
  sides: fc.uniqueArray(fc.constantFrom(...sides), { minLength: 1, maxLength: 2 }),
  grades: fc.uniqueArray(fc.constantFrom<Grade>(...grades), { minLength: 1, maxLength: 2 }),
});
const markets = fc.array(fc.record({ viewer: stand, other: stand }));

const swap = <T>({ viewer, other }: Pair<T>): Pair<T> => ({ viewer: other, other: viewer });

test('the other one sees the same counts the other way round', () => {
  fc.assert(
    fc.property(weeks, markets, (played, stands) => {
      const seen = rivalryOf(played, stands);
      const others = rivalryOf(played.map(swap<RivalWeek>), stands.map(swap<Stand>));
      expect(others).toEqual({
        weeks: { ...swap(seen.weeks), even: seen.weeks.even },
        sides: swap(seen.sides),
      });
    }),
  );
});

test('each week in which both played counts once, and no other', () => {
  fc.assert(
    fc.property(weeks, (played) => {
      const { viewer, other, even } = rivalryOf(played, []).weeks;
      expect(viewer + other + even).toBe(played.filter((one) => one.viewer.bets > 0 && one.other.bets > 0).length);
    }),
  );
});

test('a side counts only against another one, and only if one of the two was right', () => {
  const single = (side: Side, grade: Grade): Stand => ({ sides: [side], grades: [grade] });
  fc.assert(
    fc.property(
      fc.constantFrom(...sides),
      fc.constantFrom(...sides),
      fc.constantFrom<Grade>(...grades),
      (own, others, grade) => {
        const won = rivalryOf([], [{ viewer: single(own, 'won'), other: single(others, grade) }]).sides;
        expect(won).toEqual({ viewer: own !== others && grade === 'lost' ? 1 : 0, other: 0 });
      },
    ),
  );
  const both: Stand = { sides: ['home', 'away'], grades: ['won', 'lost'] };
  expect(rivalryOf([], [{ viewer: both, other: single('away', 'lost') }]).sides).toEqual({ viewer: 0, other: 0 });
});

test('leagues add up', () => {
  fc.assert(
    fc.property(weeks, weeks, markets, markets, (one, two, here, there) => {
      const apart = sumRivalries([rivalryOf(one, here), rivalryOf(two, there)]);
      expect(apart).toEqual(rivalryOf([...one, ...two], [...here, ...there]));
    }),
  );
});
