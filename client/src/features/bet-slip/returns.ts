import { type Cents, cents, parseStake, sumCents } from '#shared/domain/money.ts';
import { passesMaxPayout, payout } from '#shared/domain/price.ts';
import type { Pick, Slip } from '#shared/domain/slip.ts';

/** What a ticket returns when all of its picks win: Cents, 0 while no amount stands there; null past what any ticket may return. */
export function returnsOf(amount: string, picks: readonly Pick[]): Cents | null {
  const stake = parseStake(amount) ?? cents(0);
  const prices = picks.map((pick) => pick.price);
  return passesMaxPayout(stake, prices) ? null : payout(stake, prices);
}

/** What the whole slip returns when everything on it wins; null when one of its tickets passes what a ticket may return. */
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
