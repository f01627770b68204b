import { showCount } from './count.ts';
import type { Cents } from './money.ts';

declare const brand: unique symbol;

/**
 * American odds of one leg: a whole number, at most -100 or at least 100. Source:
 * docs/decisions/payout-rounded-once.md.
 */
export type Price = number & { readonly [brand]: 'price' };

/** Replaces a missing price. Source: docs/screens.md#words-and-numbers. */
export const defaultPrice = -110 as Price;

/** The most a ticket may return: 1,000,000,000 Ching. Source: docs/decisions/payout-rounded-once.md. */
export const maxPayout = 100_000_000_000 as Cents;

/** Chosen: any price up to this fits every ticket and column; a larger one is a feed's mistake. */
const maxPrice = 1_000_000;

export function isPrice(value: number): value is Price {
  return Number.isSafeInteger(value) && Math.abs(value) >= 100 && Math.abs(value) <= maxPrice;
}

/** The factor of a winning leg, stake included, as an exact fraction. */
function factorOf(price: Price): { num: bigint; den: bigint } {
  const size = BigInt(Math.abs(price));
  return price > 0 ? { num: size + 100n, den: 100n } : { num: size + 100n, den: size };
}

/** The factor of a winning leg as a decimal number: for chances and means, never for money that is paid. */
export function decimalOf(price: Price): number {
  return 1 + (price > 0 ? price / 100 : 100 / -price);
}

/** The probability at which a price pays back the stake in the mean, as a decimal number: for display. */
export function impliedProbability(price: Price): number {
  return 1 / decimalOf(price);
}

/** Whether the implied probabilities of two prices differ by more than ten points (0.1), computed exactly. */
export function isJump(from: Price, to: Price): boolean {
  const [one, other] = [factorOf(from), factorOf(to)];
  const difference = one.den * other.num - other.den * one.num;
  return 10n * (difference < 0n ? -difference : difference) > one.num * other.num;
}

/**
 * The payout of a winning ticket, stake included, in Cents: rounded half up, once, at the end.
 *
 * prices   the prices of the won legs, without pushed and void legs. Without any, the payout is the stake.
 * Throws   when the payout is not a safe integer. Placing refuses tickets above `maxPayout`, which is far below.
 * Source   docs/decisions/payout-rounded-once.md.
 */
export function payout(stake: Cents, prices: readonly Price[]): Cents {
  const exact = exactPayout(stake, prices);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('payout out of range');
  return Number(exact) as Cents;
}

/** Whether a ticket would return more than `maxPayout`. */
export function passesMaxPayout(stake: Cents, prices: readonly Price[]): boolean {
  return exactPayout(stake, prices) > BigInt(maxPayout);
}

function exactPayout(stake: Cents, prices: readonly Price[]): bigint {
  const { num, den } = product(prices);
  return divideHalfUp(BigInt(stake) * num, den);
}

/** The product of the legs' factors. It is exact, so the order of the legs does not matter. */
function product(prices: readonly Price[]): { num: bigint; den: bigint } {
  let num = 1n;
  let den = 1n;
  for (const price of prices) {
    const factor = factorOf(price);
    num *= factor.num;
    den *= factor.den;
  }
  return { num, den };
}

function divideHalfUp(num: bigint, den: bigint): bigint {
  return (2n * num + den) / (2n * den);
}

/**
 * The American price of several legs together, its absolute value rounded half up. For display only: payouts do not use
 * it. Throws when `prices` is empty: a factor of 1 has no American price.
 */
export function combinedPrice(prices: readonly Price[]): Price {
  const { num, den } = product(prices);
  const profit = num - den;
  return Number(profit >= den ? divideHalfUp(100n * profit, den) : -divideHalfUp(100n * den, profit)) as Price;
}

/** Whether `offered` pays at least as much as `seen`. Source: docs/decisions/prices-checked-by-the-server.md. */
export function isNoWorse(offered: Price, seen: Price): boolean {
  const now = factorOf(offered);
  const then = factorOf(seen);
  return now.num * then.den >= then.num * now.den;
}

/**
 * "+150", "-110"; from five digits on with thousands separators, as a parlay may have them: "+1200", "+3,183,094".
 * Source: docs/screens.md#words-and-numbers.
 */
export function showPrice(price: number): string {
  const digits = Math.abs(price) < 10_000 ? String(price) : showCount(price);
  return price > 0 ? `+${digits}` : digits;
}
