import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeOrOpen, usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { grades } from './grade.ts';
import type { Cents } from './money.ts';
import { combinedPrice, payout } from './price.ts';
import { mostBack, type PricedLeg, postings, priceInForce, type Verdict, verdict } from './settle.ts';

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

/** Every way in which the open legs of a ticket can end. */
function endings(ticket: readonly PricedLeg[]): PricedLeg[][] {
  return ticket.reduce<PricedLeg[][]>(
    (ways, one) =>
      ways.flatMap((way) => (one.grade ? [one.grade] : grades).map((grade) => [...way, { ...one, grade }])),
    [[]],
  );
}

const fewLegs = fc.array(leg, { minLength: 1, maxLength: 4 });

test('the most that a ticket can still pay back is what the best of all endings settles to', () => {
  fc.assert(
    fc.property(usualStake, fewLegs, (stake, ticket) => {
      const backs = endings(ticket).map((ending) => verdict(stake, ending)?.back ?? Number.NaN);
      expect(mostBack(stake, ticket)).toBe(Math.max(...backs));
    }),
  );
});

test('a pushed or void leg more changes neither what a ticket can still pay back nor its price', () => {
  fc.assert(
    fc.property(usualStake, fewLegs, droppedLeg, (stake, ticket, dropped) => {
      expect(mostBack(stake, [...ticket, dropped])).toBe(mostBack(stake, ticket));
      expect(priceInForce([...ticket, dropped])).toBe(priceInForce(ticket));
    }),
  );
});

test('the price in force of a ticket without pushed and void legs is that of all its legs', () => {
  const counting = leg.map((one) => (one.grade === 'push' || one.grade === 'void' ? { ...one, grade: null } : one));
  fc.assert(
    fc.property(fc.array(counting, { minLength: 1, maxLength: 6 }), (ticket) => {
      expect(priceInForce(ticket)).toBe(combinedPrice(ticket.map(({ price }) => price)));
    }),
  );
});

/** A stake, and the ticket's verdicts one settlement after another; null is an open ticket. */
const history = usualStake.chain((stake) =>
  fc.tuple(
    fc.constant(stake),
    fc.array(
      fc.array(leg, { minLength: 1, maxLength: 4 }).map((graded) => verdict(stake, graded)),
      { maxLength: 8 },
    ),
  ),
);

/** The sums of all postings of a ticket: its placing, then each change of its verdict. */
function booked(stake: Cents, verdicts: readonly (Verdict | null)[]) {
  const changes = verdicts.map((after, at) => postings(stake, verdicts[at - 1] ?? null, after));
  const amounts = changes.flatMap((change) => change?.entries.map(({ amount }) => amount) ?? []);
  const released = changes.map((change) => change?.pending ?? 0);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { available: sum(amounts) - stake, pending: sum(released) + stake };
}

test('after any verdicts a ticket has moved its stake and what the last one gives back, and nothing more', () => {
  fc.assert(
    fc.property(history, ([stake, verdicts]) => {
      const last = verdicts.at(-1) ?? null;
      expect(booked(stake, verdicts)).toEqual({ available: (last?.back ?? 0) - stake, pending: last ? 0 : stake });
    }),
  );
});

test('settling again moves nothing', () => {
  fc.assert(
    fc.property(usualStake, legs, (stake, graded) => {
      expect(postings(stake, verdict(stake, graded), verdict(stake, graded))).toBeNull();
    }),
  );
});

test('a correction and its own correction move nothing together', () => {
  fc.assert(
    fc.property(usualStake, legs, legs, (stake, one, other) => {
      const [before, after] = [verdict(stake, one), verdict(stake, other)];
      expect(booked(stake, [before, after, before])).toEqual(booked(stake, [before]));
    }),
  );
});

test('what is booked is at most the reversal of all that was given back, then one payout or refund', () => {
  fc.assert(
    fc.property(usualStake, legs, legs, (stake, one, other) => {
      const [before, after] = [verdict(stake, one), verdict(stake, other)];
      const entries = postings(stake, before, after)?.entries ?? [];
      expect(entries.length).toBeLessThanOrEqual(2);
      for (const [at, { kind, amount }] of entries.entries()) {
        if (kind === 'reversal') expect([at, amount]).toEqual([0, -(before?.back ?? 0)]);
        else expect([amount, kind]).toEqual([after?.back, after?.grade === 'won' ? 'payout' : 'refund']);
        expect(amount).not.toBe(0);
      }
    }),
  );
});
