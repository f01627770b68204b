import { balance, ranked } from '#shared/domain/balance.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { listFunds } from '../leagues/store.ts';
import type { Change } from './settle.ts';

/** A member whose money or rank changes; `rank` is null for a removed member. */
export type MemberMove = {
  userName: string;
  available: { before: Cents; after: Cents };
  total: { before: Cents; after: Cents };
  rank: { before: number; after: number } | null;
};

/**
 * The members whose money or rank the changes moved, the highest balance first.
 *
 * funds  the league's funds after the changes.
 */
export function memberMoves(
  funds: Awaited<ReturnType<typeof listFunds>>,
  changes: readonly Pick<Change, 'ticket' | 'moved'>[],
): MemberMove[] {
  const sums = new Map<string, { entered: number; released: number }>();
  for (const { ticket, moved } of changes) {
    const sum = sums.get(ticket.userId) ?? { entered: 0, released: 0 };
    for (const { amount } of moved.entries) sum.entered += amount;
    sum.released += moved.pending;
    sums.set(ticket.userId, sum);
  }
  const rows = funds.map((member) => {
    const { entered, released } = sums.get(member.userId) ?? { entered: 0, released: 0 };
    const after = balance(cents(member.available), cents(member.pending));
    const before = balance(cents(after.available - entered), cents(after.pending - released));
    return { member, before, after };
  });
  const present = rows.filter(({ member }) => member.removedAt === null);
  const ranksBy = (total: (row: (typeof rows)[number]) => Cents) =>
    new Map(ranked(present.map((row) => ({ row, total: total(row) }))).map(({ row, rank }) => [row, rank]));
  const [ranksBefore, ranksAfter] = [ranksBy(({ before }) => before.total), ranksBy(({ after }) => after.total)];
  return rows
    .map((row) => {
      const [before, after] = [ranksBefore.get(row), ranksAfter.get(row)];
      return {
        userName: rowName(row.member),
        available: { before: row.before.available, after: row.after.available },
        total: { before: row.before.total, after: row.after.total },
        rank: before && after ? { before, after } : null,
      };
    })
    .filter(({ available, total, rank }) =>
      [available, total, rank].some((value) => value && value.before !== value.after),
    )
    .sort((a, b) => b.total.after - a.total.after);
}
