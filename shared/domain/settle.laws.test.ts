import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeOrOpen, usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { payout } from './price.ts';
import { verdict } from './settle.ts';

const leg = fc.record({ grade: gradeOrOpen, price: usualPrice });
const legs = fc.array(leg, { minLength: 1, maxLength: 6 });
const wonLeg = fc.record({ grade: fc.constant('won' as const), price: usualPrice });
const droppedLeg = fc.record({ grade: fc.constantFrom('push' as const, 'void' as const), price: usualPrice });

test('the order of legs never matters', () => {
  const orders = legs.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length })));
  fc.assert(
    fc.property(usualStake, orders, (stake, [one, other]) => {
      expect(verdict(stake, other)).toEqual(verdict(stake, one));
    }),
  );
});

test('a pushed leg added to a winning ticket keeps it winning, for the same money', () => {
  const winning = fc.tuple(fc.array(wonLeg, { minLength: 1, maxLength: 5 }), fc.array(droppedLeg, { maxLength: 5 }));
  fc.assert(
    fc.property(usualStake, winning, droppedLeg, (stake, [won, dropped], another) => {
      const before = verdict(stake, [...won, ...dropped]);
      expect(before).toEqual({
        grade: 'won',
        back: payout(
          stake,
          won.map(({ price }) => price),
        ),
      });
      expect(verdict(stake, [...won, ...dropped, another])).toEqual(before);
    }),
  );
});

test('a verdict gives back nothing when lost, the stake when pushed or void, and at least the stake when won', () => {
  fc.assert(
    fc.property(usualStake, legs, (stake, graded) => {
      const ticket = verdict(stake, graded);
      if (ticket === null) expect(graded.some(({ grade }) => grade === null)).toBe(true);
      else if (ticket.grade === 'lost') expect(ticket.back).toBe(0);
      else if (ticket.grade === 'won') expect(ticket.back).toBeGreaterThanOrEqual(stake);
      else expect(ticket.back).toBe(stake);
    }),
  );
});

test('a leg that is lost never gives anything back, whatever the others do', () => {
  fc.assert(
    fc.property(usualStake, legs, usualPrice, (stake, others, price) => {
      expect(verdict(stake, [...others, { grade: 'lost', price }])).toEqual({ grade: 'lost', back: 0 });
    }),
  );
});
