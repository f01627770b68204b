import { balance, ranked } from '#shared/domain/balance.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import { rowName } from '#shared/domain/naming.ts';
import type { listFunds } from '../leagues/store.ts';
import type { Change } from './settle.ts';
import type { LockedTicket } from './settle-store.ts';

/** A member whose money or rank changes; `rank` is null for a removed member. */
export type MemberMove = {
  userId: string;
  userName: string;
  available: { before: Cents; after: Cents };
  total: { before: Cents; after: Cents };
  rank: { before: number; after: number } | null;
};

/** The names of the first members of a league by balance, before and after. Members of equal balance share the lead. */
export type Leaders = { before: string[]; after: string[] };

type OwnTicket = Pick<LockedTicket, 'userId'>;
type Fund = Awaited<ReturnType<typeof listFunds>>[number];

/**
 * The members whose money or rank the changes move, or who have one of the `unchanged` tickets, the highest balance
 * first; and who leads the league.
 *
 * funds  the league's funds, `read` before the changes were written, or after.
 */
export function memberMoves(
  funds: readonly Fund[],
  { changes, unchanged }: { changes: readonly Pick<Change, 'ticket' | 'moved'>[]; unchanged: readonly OwnTicket[] },
  read: 'before' | 'after',
): { members: MemberMove[]; leaders: Leaders } {
  const sums = new Map<string, { entered: number; released: number }>();
  for (const { ticket, moved } of changes) {
    const sum = sums.get(ticket.userId) ?? { entered: 0, released: 0 };
    for (const { amount } of moved.entries) sum.entered += amount;
    sum.released += moved.pending;
    sums.set(ticket.userId, sum);
  }
  const concerned = new Set([...sums.keys(), ...unchanged.map(({ userId }) => userId)]);
  const rows = funds.map((member) => {
    const { entered, released } = sums.get(member.userId) ?? { entered: 0, released: 0 };
    const shifted = (sign: number) =>
      balance(cents(member.available + sign * entered), cents(member.pending + sign * released));
    return { member, before: shifted(read === 'before' ? 0 : -1), after: shifted(read === 'before' ? 1 : 0) };
  });
  const present = rows.filter(({ member }) => member.removedAt === null);
  const ranksBy = (total: (row: (typeof rows)[number]) => Cents) =>
    new Map(ranked(present.map((row) => ({ row, total: total(row) }))).map(({ row, rank }) => [row, rank]));
  const [ranksBefore, ranksAfter] = [ranksBy(({ before }) => before.total), ranksBy(({ after }) => after.total)];
  const first = (ranks: typeof ranksBefore) =>
    present.filter((row) => ranks.get(row) === 1).map(({ member }) => rowName(member));
  const members = rows
    .map((row) => {
      const [before, after] = [ranksBefore.get(row), ranksAfter.get(row)];
      return {
        userId: row.member.userId,
        userName: rowName(row.member),
        available: { before: row.before.available, after: row.after.available },
        total: { before: row.before.total, after: row.after.total },
        rank: before && after ? { before, after } : null,
      };
    })
    .filter(
      ({ userId, available, total, rank }) =>
        concerned.has(userId) || [available, total, rank].some((value) => value && value.before !== value.after),
    )
    .sort((a, b) => b.total.after - a.total.after);
  return { members, leaders: { before: first(ranksBefore), after: first(ranksAfter) } };
}
