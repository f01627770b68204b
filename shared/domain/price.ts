import type { Cents } from './money.ts';

declare const kind: unique symbol;

/** American odds of one leg: a whole number with a size of at least 100. Source: design D2. */
export type Price = number & { readonly [kind]: 'price' };

/** Used where a price is missing. Source: spec §9. */
export const defaultPrice = -110 as Price;

/** The most a ticket may return: 1,000,000,000 Ching. Source: design D2. */
export const maxPayout = 100_000_000_000 as Cents;

/** Ours, so that a price fits any ticket and column: beyond it is a feed's mistake. */
const maxPrice = 1_000_000;

export function isPrice(value: number): value is Price {
  return Number.isSafeInteger(value) && Math.abs(value) >= 100 && Math.abs(value) <= maxPrice;
}

/** What a leg multiplies a stake by, as an exact fraction. */
function multiplier(price: Price): { num: bigint; den: bigint } {
  const size = BigInt(Math.abs(price));
  return price > 0 ? { num: size + 100n, den: 100n } : { num: size + 100n, den: size };
}

/**
 * What a winning ticket returns, stake included: Cents, rounded once at the end, half up.
 *
 * prices   those of the won legs; pushed legs are left out. None returns the stake.
 * Throws   when the payout is not a safe integer: `maxPayout` is checked by placing long before.
 * Source   spec §9; design D2.
 */
export function payout(stake: Cents, prices: readonly Price[]): Cents {
  const exact = exactPayout(stake, prices);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('payout out of range');
  return Number(exact) as Cents;
}

/** Whether a ticket would return more than any ticket may. */
export function passesMaxPayout(stake: Cents, prices: readonly Price[]): boolean {
  return exactPayout(stake, prices) > BigInt(maxPayout);
}

function exactPayout(stake: Cents, prices: readonly Price[]): bigint {
  const { num, den } = product(prices);
  return halfUp(BigInt(stake) * num, den);
}

/** What several legs multiply a stake by together; exact, so that their order cannot matter. */
function product(prices: readonly Price[]): { num: bigint; den: bigint } {
  let num = 1n;
  let den = 1n;
  for (const price of prices) {
    const times = multiplier(price);
    num *= times.num;
    den *= times.den;
  }
  return { num, den };
}

function halfUp(num: bigint, den: bigint): bigint {
  return (2n * num + den) / (2n * den);
}

/**
 * One American price for several legs together, its size rounded half up: for display only, never paid on.
 * Throws without a price: nothing has no odds.
 */
export function combinedPrice(prices: readonly Price[]): Price {
  const { num, den } = product(prices);
  const profit = num - den;
  return Number(profit >= den ? halfUp(100n * profit, den) : -halfUp(100n * den, profit)) as Price;
}

/** Whether taking `offered` instead of `seen` returns at least as much to the player. Source: design D7. */
export function isNoWorse(offered: Price, seen: Price): boolean {
  const now = multiplier(offered);
  const then = multiplier(seen);
  return now.num * then.den >= then.num * now.den;
}

/** "+150", "-110". Source: spec §9. */
export function showPrice(price: number): string {
  return price > 0 ? `+${price}` : String(price);
}
