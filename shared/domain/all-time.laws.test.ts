import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allTimeTable, type SeasonResult } from './all-time.ts';
import { cents } from './money.ts';

const result = fc.record({
  userId: fc.constantFrom('ann', 'bob', 'cleo', 'dan'),
  rank: fc.integer({ min: 1, max: 9 }),
  net: fc.integer({ min: -100_000, max: 500_000 }).map(cents),
  isChampion: fc.boolean(),
  weeksWon: fc.nat(9),
});
const seasons = fc.array(fc.uniqueArray(result, { selector: ({ userId }) => userId }), { maxLength: 6 });

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);

test('nothing is lost and nothing is added: every sum of the table is that of the seasons', () => {
  fc.assert(
    fc.property(seasons, (played) => {
      const [table, all] = [allTimeTable(played), played.flat()];
      expect(sum(table, ({ titles }) => titles)).toBe(sum(all, ({ isChampion }) => Number(isChampion)));
      expect(sum(table, ({ weeksWon }) => weeksWon)).toBe(sum(all, ({ weeksWon }) => weeksWon));
      expect(sum(table, ({ net }) => net)).toBe(sum(all, ({ net }) => net));
      expect(sum(table, (row) => row.seasons)).toBe(all.length);
      for (const { userId, best, worst } of table) {
        const ranks = all.filter((row) => row.userId === userId).map(({ rank }) => rank);
        expect([best, worst]).toEqual([Math.min(...ranks), Math.max(...ranks)]);
      }
    }),
  );
});

test('the order of the seasons, and of their rows, does not matter', () => {
  fc.assert(
    fc.property(seasons, (played) => {
      const reversed: SeasonResult[][] = played.map((rows) => rows.toReversed()).toReversed();
      expect(allTimeTable(reversed)).toEqual(allTimeTable(played));
    }),
  );
});
