import { type Grade, gradeTicket } from './grade.ts';
import { type Cents, cents } from './money.ts';
import { combinedPrice, type Price, payout } from './price.ts';

/** A ticket's grade, and the amount in Cents that the member gets back: the payout, the stake or 0. */
export type Verdict = { grade: Grade; back: Cents };

/** A leg as a verdict needs it; an open leg has no grade. */
export type PricedLeg = { grade: Grade | null; price: Price };

/**
 * The verdict on a ticket; null while it is open.
 *
 * A win is paid on the won legs only, without pushed and void legs. Source: docs/decisions/parlay-grade.md.
 */
export function verdict(stake: Cents, legs: readonly PricedLeg[]): Verdict | null {
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

/**
 * The most that a ticket can still pay back, stake included: its verdict if every open leg wins. The amount of its
 * verdict once it is settled.
 */
export function mostBack(stake: Cents, legs: readonly PricedLeg[]): Cents {
  const best = verdict(
    stake,
    legs.map(({ grade, price }) => ({ grade: grade ?? 'won', price })),
  );
  return best ? best.back : stake;
}

/**
 * The price at which a ticket pays if it wins: of its legs together, without pushed and void legs. Null when no other
 * leg is left. For display only, like every combined price.
 */
export function priceInForce(legs: readonly PricedLeg[]): Price | null {
  const prices = legs.filter(({ grade }) => grade !== 'push' && grade !== 'void').map(({ price }) => price);
  return prices.length === 0 ? null : combinedPrice(prices);
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
