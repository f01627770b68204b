import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyMinute, anyStatus } from '#shared/testing/arbitraries.ts';
import { inFilter, slateCounts, slateFilters, slateOrder } from './slate.ts';

const slate = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1, maxLength: 4 }), status: anyStatus, startsAt: anyMinute }),
  { selector: ({ id }) => id, maxLength: 20 },
);

test('the order of a slate does not depend on the order in which a feed lists the games', () => {
  const orders = slate.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length })));
  fc.assert(
    fc.property(orders, ([one, other]) => {
      expect(slateOrder(other)).toEqual(slateOrder(one));
    }),
  );
});

test('every game is in All and in exactly one other tab, and the counts add up', () => {
  fc.assert(
    fc.property(slate, (games) => {
      for (const game of games) expect(slateFilters.filter((filter) => inFilter(game, filter))).toHaveLength(2);
      const counts = slateCounts(games);
      expect(counts.All).toBe(games.length);
      expect(counts.Live + counts.Upcoming + counts.Finished).toBe(games.length);
    }),
  );
});
