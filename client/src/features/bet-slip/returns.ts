import { type Cents, cents, parseStake, sumCents } from '#shared/domain/money.ts';
import { passesMaxPayout, payout } from '#shared/domain/price.ts';
import type { Pick, Slip } from '#shared/domain/slip.ts';

/** What a ticket returns when all of its picks win: Cents, 0 while no amount stands there; null past what any ticket may return. */
export function returnsOf(amount: string, picks: readonly Pick[]): Cents | null {
  const stake = parseStake(amount) ?? cents(0);
  const prices = picks.map((pick) => pick.price);
  return passesMaxPayout(stake, prices) ? null : payout(stake, prices);
}

/** What the singles of a slip return together when all of them win; null when one of them passes what a ticket may return. */
export function returnsOfEach(slip: Slip): Cents | null {
  const each = slip.entries.map(({ pick, amount }) => returnsOf(amount, [pick]));
  return each.some((amount) => amount === null) ? null : sumCents(each.filter((amount) => amount !== null));
}
