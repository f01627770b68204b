import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { balance, ranked } from './balance.ts';
import { consequenceOf, newTicket, type OpenTicket, shareAtRisk } from './consequence.ts';
import { type Grade, grades } from './grade.ts';
import { type Cents, cents, fromWhole, sumCents } from './money.ts';
import { payout } from './price.ts';
import { type PricedLeg, postings, verdict } from './settle.ts';

/** A member as the ledger knows them. Few amounts, so that members often share a rank. */
const money = fc.oneof(
  fc.constantFrom(0, 90_000, 100_000, 109_091).map(cents),
  fc.integer({ min: 0, max: 300_000 }).map(cents),
);
const member = fc.record({ available: money, pending: money });
type Member = { available: Cents; pending: Cents };

const anyGrade = fc.constantFrom<Grade>(...grades);
const openLeg = fc.record({ grade: fc.constant(null), price: usualPrice });
const winningLeg = fc.record({ grade: fc.constantFrom<Grade>('won', 'push', 'void'), price: usualPrice });

/** An open ticket: its legs that are graded have not decided it, and at least one is open. */
const openTicket: fc.Arbitrary<OpenTicket> = fc
  .record({
    stake: fc.oneof(usualStake, fc.constantFrom(100, 10_000).map(cents)),
    open: fc.array(openLeg, { minLength: 1, maxLength: 3 }),
    graded: fc.array(winningLeg, { maxLength: 3 }),
  })
  .map(({ stake, open, graded }) => ({ stake, legs: [...graded, ...open] }));

const league = fc.record({
  members: fc.array(member, { minLength: 1, maxLength: 12 }),
  at: fc.nat(),
  tickets: fc.array(openTicket, { minLength: 1, maxLength: 4 }),
});
type League = typeof league extends fc.Arbitrary<infer L> ? L : never;

const rowsOf = (members: readonly Member[]) =>
  members.map(({ available, pending }, at) => ({ userId: `${at}`, total: balance(available, pending).total }));

/** The league once the owner has placed the tickets; the owner's other money is what they had. */
function placed({ members, at, tickets }: League) {
  const owner = at % members.length;
  const stakes = sumCents(tickets.map(({ stake }) => stake));
  const withTickets = members.map((one, index) =>
    index === owner ? { available: one.available, pending: cents(one.pending + stakes) } : one,
  );
  return { owner, members: withTickets };
}

/** Settles the tickets as the ledger does: each leg that is open gets the grade that `gradeOf` gives it. */
function settled(members: readonly Member[], owner: number, tickets: readonly OpenTicket[], gradeOf: () => Grade) {
  const after = members.map((one) => ({ ...one }));
  const own = after[owner];
  if (!own) throw new Error('nobody owns the tickets');
  for (const { stake, legs } of tickets) {
    const graded: PricedLeg[] = legs.map((leg) => ({ ...leg, grade: leg.grade ?? gradeOf() }));
    const moved = postings(stake, null, verdict(stake, graded));
    own.pending = cents(own.pending + (moved?.pending ?? 0));
    own.available = cents(own.available + sumCents(moved?.entries.map(({ amount }) => amount) ?? []));
  }
  return after;
}

function placeOf(members: readonly Member[], owner: number) {
  const row = ranked(rowsOf(members)).find(({ userId }) => userId === `${owner}`);
  return row && { total: row.total, rank: row.rank };
}

const thousands = { numRuns: 3_000 };

test('a consequence is the balance and the rank after settling', () => {
  fc.assert(
    fc.property(league, fc.constantFrom<Grade>('push', 'void'), (drawn, pushed) => {
      const { owner, members } = placed(drawn);
      const after = (grade: Grade) =>
        placeOf(
          settled(members, owner, drawn.tickets, () => grade),
          owner,
        );
      expect(consequenceOf(rowsOf(members), `${owner}`, drawn.tickets)).toEqual({
        wins: after('won'),
        loses: after('lost'),
        returned: after(pushed),
      });
    }),
    thousands,
  );
});

test('no other end of the tickets is better than all won, or worse than all lost', () => {
  fc.assert(
    fc.property(league, fc.array(anyGrade, { minLength: 12, maxLength: 12 }), (drawn, ends) => {
      const { owner, members } = placed(drawn);
      const left = [...ends];
      const any = placeOf(
        settled(members, owner, drawn.tickets, () => left.shift() ?? 'push'),
        owner,
      );
      const found = consequenceOf(rowsOf(members), `${owner}`, drawn.tickets);
      if (!any || !found) throw new Error('the owner is in the league');
      expect(any.total).toBeLessThanOrEqual(found.wins.total);
      expect(any.total).toBeGreaterThanOrEqual(found.loses.total);
      expect(any.rank).toBeGreaterThanOrEqual(found.wins.rank);
      expect(any.rank).toBeLessThanOrEqual(found.loses.rank);
    }),
    thousands,
  );
});

test('it is the same before and after placing, for whom nothing is graded yet', () => {
  const slip = fc.array(fc.tuple(usualStake, fc.array(usualPrice, { minLength: 1, maxLength: 6 })), { minLength: 1 });
  fc.assert(
    fc.property(league, slip, ({ members, at }, picked) => {
      const owner = at % members.length;
      const tickets = picked.map(([stake, prices]) => newTicket(stake, prices));
      const total = sumCents(tickets.map(({ stake }) => stake));
      const isPaid = (one: Member, index: number) =>
        index === owner ? { available: cents(one.available - total), pending: cents(one.pending + total) } : one;
      const before = consequenceOf(rowsOf(members), `${owner}`, tickets);
      expect(consequenceOf(rowsOf(members.map(isPaid)), `${owner}`, tickets)).toEqual(before);
      expect(before?.returned).toEqual(placeOf(members, owner));
      const own = rowsOf(members)[owner]?.total ?? 0;
      expect(before?.loses.total).toBe(own - total);
      expect(before?.wins.total).toBe(own - total + sumCents(picked.map(([stake, prices]) => payout(stake, prices))));
    }),
    thousands,
  );
});

test('open bets of others, and how the rows are sorted, change nothing', () => {
  const bets = fc.array(fc.nat(), { minLength: 12, maxLength: 12 });
  fc.assert(
    fc.property(league, bets, fc.boolean(), (drawn, stakes, isReversed) => {
      const { owner, members } = placed(drawn);
      const hidden = members.map((one, at) => {
        const stake = at === owner ? 0 : (stakes[at] ?? 0) % (one.available + 1);
        return { available: cents(one.available - stake), pending: cents(one.pending + stake) };
      });
      const rows = rowsOf(hidden);
      const seen = consequenceOf(isReversed ? rows.reverse() : rows, `${owner}`, drawn.tickets);
      expect(seen).toEqual(consequenceOf(rowsOf(members), `${owner}`, drawn.tickets));
    }),
    thousands,
  );
});

test('a share is of what is available: never none, all only for all, else within a point', () => {
  const whole = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(whole, whole, (one, other) => {
      const [stake, available] = [Math.min(one, other), Math.max(one, other)].map(fromWhole) as [Cents, Cents];
      const words = shareAtRisk(stake, available);
      const exact = (100 * stake) / available;
      if (words === 'less than 1%') expect(exact).toBeLessThan(1);
      else expect(Math.abs(Number.parseInt(words, 10) - exact)).toBeLessThan(1);
      expect(words === '100%').toBe(stake === available);
    }),
  );
});
