import { type Grade, gradeTicket } from './grade.ts';
import { type Cents, cents } from './money.ts';
import { type Price, payout } from './price.ts';

/** A ticket's grade, and the amount in Cents that the member gets back: the payout, the stake or 0. */
export type Verdict = { grade: Grade; back: Cents };

/**
 * The verdict on a ticket; null while it is open.
 *
 * A win is paid on the won legs only, without pushed and void legs. Source: docs/decisions/parlay-grade.md.
 */
export function verdict(stake: Cents, legs: readonly { grade: Grade | null; price: Price }[]): Verdict | null {
  const grade = gradeTicket(legs.map((leg) => leg.grade));
  switch (grade) {
    case null:
      return null;
    case 'lost':
      return { grade, back: cents(0) };
    case 'won':
      return {
        grade,
        back: payout(
          stake,
          legs.filter((leg) => leg.grade === 'won').map((leg) => leg.price),
        ),
      };
    case 'push':
    case 'void':
      return { grade, back: stake };
  }
}

/** The ledger entries of a changed verdict, which add up to the change of `available`, and the change of `pending`. */
export type Postings = { pending: Cents; entries: { kind: 'payout' | 'refund' | 'reversal'; amount: Cents }[] };

/**
 * The postings that change a ticket's verdict from `before` to `after`; null when both are the same.
 *
 * before, after  null for an open ticket: one that is not settled yet, or a parlay that a correction opened again.
 *
 * Ledger entries are never edited: the payout or refund of an earlier verdict is reversed by an entry of its own.
 * Source: docs/decisions/append-only-ledger.md; docs/house-rules.md#corrections.
 */
export function postings(stake: Cents, before: Verdict | null, after: Verdict | null): Postings | null {
  if (before?.grade === after?.grade && before?.back === after?.back) return null;
  const entries: Postings['entries'] = [];
  if (before && before.back > 0) entries.push({ kind: 'reversal', amount: cents(-before.back) });
  if (after && after.back > 0) entries.push({ kind: after.grade === 'won' ? 'payout' : 'refund', amount: after.back });
  return { pending: cents((before ? stake : 0) - (after ? stake : 0)), entries };
}
