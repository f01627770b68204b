import { type Cents, cents, startingBalance } from './money.ts';

/** What a member has in a league, in Cents. `total` is what leaderboards rank by. */
export type Balance = { available: Cents; pending: Cents; total: Cents };

/**
 * Available is the sum of the member's ledger entries, pending the stakes of open tickets, total the two together:
 * the total does not move when a bet is placed. Source: design D4.
 */
export function balance(available: Cents, pending: Cents): Balance {
  return { available, pending, total: cents(available + pending) };
}

/** What the member is above or below the starting balance. */
export function profitOf(total: Cents): Cents {
  return cents(total - startingBalance);
}

/**
 * Ranks by total, best first: equal totals share a rank and the next one is skipped (1, 2, 2, 4).
 * Keeps the given order among equals. Source: design D11.
 */
export function ranked<T extends { total: Cents }>(entries: readonly T[]): (T & { rank: number })[] {
  const sorted = [...entries].sort((a, b) => b.total - a.total);
  let rank = 0;
  return sorted.map((entry, at) => {
    if (at === 0 || sorted[at - 1]?.total !== entry.total) rank = at + 1;
    return { ...entry, rank };
  });
}
