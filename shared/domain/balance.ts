import { type Cents, cents } from './money.ts';

/** A member's balance in a league, in Cents. Leaderboards rank by `total`. */
export type Balance = { available: Cents; pending: Cents; total: Cents };

/**
 * Available is the sum of the member's ledger entries, pending the sum of the stakes of open tickets, total the sum of
 * both. Placing a bet does not change the total. Source: docs/decisions/balance-of-available-and-pending.md.
 */
export function balance(available: Cents, pending: Cents): Balance {
  return { available, pending, total: cents(available + pending) };
}

/** The total minus what the member was given: the grant, and a rescue. Negative for a loss. */
export function profitOf(total: Cents, given: Cents): Cents {
  return cents(total - given);
}

/**
 * Sorts by total, highest first, and adds the rank. Equal totals share a rank and skip the next one (1, 2, 2, 4).
 * Entries with equal totals stay in the given order. Source: docs/decisions/league-states.md.
 */
export function ranked<T extends { total: Cents }>(entries: readonly T[]): (T & { rank: number })[] {
  const sorted = [...entries].sort((a, b) => b.total - a.total);
  let rank = 0;
  return sorted.map((entry, at) => {
    if (at === 0 || sorted[at - 1]?.total !== entry.total) rank = at + 1;
    return { ...entry, rank };
  });
}
