import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gradeOrOpen, usualPrice, usualStake } from '#shared/testing/arbitraries.ts';
import { balance, profitOf, ranked } from './balance.ts';
import { type Cents, cents, startingBalance, sumCents } from './money.ts';
import { bettingRecord } from './record.ts';
import { verdict } from './settle.ts';

const tickets = fc.array(
  fc.record({
    stake: usualStake,
    legs: fc.array(fc.record({ grade: gradeOrOpen, price: usualPrice }), { minLength: 1, maxLength: 6 }),
  }),
  { maxLength: 20 },
);

/** A member's ledger: the starting balance, and for every ticket its stake and, once settled, its payout or refund. */
function ledgerOf(history: readonly { stake: Cents; grade: string | null; back: Cents }[]): Cents[] {
  return [startingBalance, ...history.flatMap((ticket) => [cents(-ticket.stake), ticket.back])];
}

test('both readings of the available balance agree with the ledger at every moment', () => {
  fc.assert(
    fc.property(tickets, (placed) => {
      const history = placed.map(({ stake, legs }) => {
        const settled = verdict(stake, legs);
        return { stake, grade: settled?.grade ?? null, back: settled?.back ?? cents(0) };
      });
      const pending = sumCents(history.filter(({ grade }) => grade === null).map(({ stake }) => stake));
      const { available, total } = balance(sumCents(ledgerOf(history)), pending);

      // First reading: 1,000 plus won profits, minus lost and pending stakes; pushes change nothing.
      let firstReading = 100_000;
      for (const { grade, stake, back } of history) {
        if (grade === 'won') firstReading += back - stake;
        if (grade === 'lost') firstReading -= stake;
        if (grade === null) firstReading -= stake;
      }
      expect(available).toBe(firstReading);

      // Second reading: the leaderboard's balance minus pending stakes.
      expect(available).toBe(total - pending);
      expect(profitOf(total, startingBalance)).toBe(bettingRecord(history).net);
    }),
  );
});

test('a rank is one more than the number of those with a higher total', () => {
  const entries = fc.array(fc.record({ total: fc.integer({ min: -5, max: 5 }).map(cents), id: fc.uuid() }));
  fc.assert(
    fc.property(entries, (list) => {
      const table = ranked(list);
      expect(table).toHaveLength(list.length);
      for (const entry of table) {
        expect(entry.rank).toBe(1 + list.filter((other) => other.total > entry.total).length);
      }
      expect(table.map(({ rank }) => rank)).toEqual([...table.map(({ rank }) => rank)].sort((a, b) => a - b));
    }),
  );
});
