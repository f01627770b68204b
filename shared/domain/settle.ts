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
