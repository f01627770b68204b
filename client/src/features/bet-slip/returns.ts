import { stakeOf } from '#shared/domain/amount.ts';
import { type Cents, cents, sumCents } from '#shared/domain/money.ts';
import { passesMaxPayout, payout } from '#shared/domain/price.ts';
import type { Pick, Slip } from '#shared/domain/slip.ts';

/** The return of a ticket whose picks all win, in Cents; 0 without an amount, null above the highest allowed return. */
export function returnsOf(amount: string, picks: readonly Pick[]): Cents | null {
  const stake = stakeOf(amount) ?? cents(0);
  const prices = picks.map((pick) => pick.price);
  return passesMaxPayout(stake, prices) ? null : payout(stake, prices);
}

/** The return of the whole slip if every bet wins; null if one of its tickets is above the highest allowed return. */
export function returnsOfSlip({ mode, entries, parlayAmount }: Slip): Cents | null {
  if (mode === 'parlay') {
    return returnsOf(
      parlayAmount,
      entries.map((entry) => entry.pick),
    );
  }
  const each = entries.map(({ pick, amount }) => returnsOf(amount, [pick]));
  return each.some((amount) => amount === null) ? null : sumCents(each.filter((amount) => amount !== null));
}
