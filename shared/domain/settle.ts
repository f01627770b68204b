import { type Grade, gradeTicket } from './grade.ts';
import { type Cents, cents } from './money.ts';
import { type Price, payout } from './price.ts';

/** A ticket's grade and what goes back to the member, in Cents: the payout, the stake, or nothing. */
export type Verdict = { grade: Grade; back: Cents };

/**
 * The verdict on a ticket; null while it is open.
 *
 * A win is paid on the won legs alone: pushed and void legs drop out. Source: house rules, "Payouts"; design D5.
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

/** What a verdict moves: the change of what is pending, and the entries that change what is available. */
export type Postings = { pending: Cents; entries: { kind: 'payout' | 'refund' | 'reversal'; amount: Cents }[] };

/**
 * What has to be booked when a ticket's verdict changes; null when it stays the same.
 *
 * before, after  null while the ticket is open: settling starts from open, a corrected parlay may become open again.
 * Nothing is edited: what an earlier verdict gave back is reversed by an entry of its own. Source: design D4; house rules.
 */
export function postings(stake: Cents, before: Verdict | null, after: Verdict | null): Postings | null {
  if (before?.grade === after?.grade && before?.back === after?.back) return null;
  const entries: Postings['entries'] = [];
  if (before && before.back > 0) entries.push({ kind: 'reversal', amount: cents(-before.back) });
  if (after && after.back > 0) entries.push({ kind: after.grade === 'won' ? 'payout' : 'refund', amount: after.back });
  return { pending: cents((before ? stake : 0) - (after ? stake : 0)), entries };
}
