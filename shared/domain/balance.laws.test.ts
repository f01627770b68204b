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

/** The member's books: the grant, and for every ticket its stake and, once settled, what came back. */
function booksOf(history: readonly { stake: Cents; grade: string | null; back: Cents }[]): Cents[] {
  return [startingBalance, ...history.flatMap((ticket) => [cents(-ticket.stake), ticket.back])];
}

test("both readings of section 9 give the ledger's available balance at every moment", () => {
  fc.assert(
    fc.property(tickets, (placed) => {
      const history = placed.map(({ stake, legs }) => {
        const settled = verdict(stake, legs);
        return { stake, grade: settled?.grade ?? null, back: settled?.back ?? cents(0) };
      });
      const pending = sumCents(history.filter(({ grade }) => grade === null).map(({ stake }) => stake));
      const { available, total } = balance(sumCents(booksOf(history)), pending);

      // As the slate computes it: 1,000, plus won profits, less lost stakes, pushes ignored, less pending stakes.
      let slate = 100_000;
      for (const { grade, stake, back } of history) {
        if (grade === 'won') slate += back - stake;
        if (grade === 'lost') slate -= stake;
        if (grade === null) slate -= stake;
      }
      expect(available).toBe(slate);

      // As the profile computes it: the leaderboard's balance less pending stakes.
      expect(available).toBe(total - pending);
      expect(profitOf(total)).toBe(bettingRecord(history).net);
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
