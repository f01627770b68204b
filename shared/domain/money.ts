import { showCount } from './count.ts';

declare const brand: unique symbol;

/** Hundredths of a Ching, always a safe integer. Source: docs/decisions/money-in-hundredths.md. */
export type Cents = number & { readonly [brand]: 'cents' };

/** The amount that a new member of a league gets. Source: docs/screens.md#words-and-numbers. */
export const startingBalance = 100_000 as Cents;

/** Throws unless `value` is a safe integer: an inexact amount is a bug, and must not be rounded away. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole hundredths: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

/** Whole Ching to Cents. */
export function fromWhole(ching: number): Cents {
  return cents(ching * 100);
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return cents(sum);
}

/** Formats an amount for the wire: decimal text with two places. 19091 becomes "190.91". */
export function toWire(amount: Cents): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '-' : '';
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** Parses an amount of the wire. Null unless the text is decimal with at most two places. */
export function fromWire(text: string): Cents | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole, part = ''] = match;
  const size = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents(sign ? -size : size);
}

/** The largest stake of a ticket, in whole Ching. Chosen: seven digits. */
export const maxStake = 9_999_999;

/** Parses a stake: whole Ching from 1 to `maxStake`, else null. Source: docs/decisions/money-in-hundredths.md. */
export function parseStake(text: string): Cents | null {
  return /^[1-9]\d{0,6}$/.test(text) ? fromWhole(Number(text)) : null;
}

/** Formats whole Ching with thousands separators and without a brand. Rounds down, also below zero: -9.09 is -10. */
export function showWhole(amount: Cents): string {
  return showCount(toWhole(amount));
}

/** The whole Ching that screens show of an amount, rounded down, also below zero. */
export function toWhole(amount: Cents): number {
  return Math.floor(amount / 100);
}

/** "1,090 Ching". Source: docs/screens.md#words-and-numbers. */
export function showChing(amount: Cents): string {
  return `${showWhole(amount)} Ching`;
}

/** A gain or loss with its sign: "+90 Ching", "-10 Ching", "0 Ching". Rounds down like every amount. */
export function showSigned(amount: Cents): string {
  return `${showGain(amount)} Ching`;
}

/** The same without the unit: "+90", "-10", "0". */
export function showGain(amount: Cents): string {
  return `${amount > 0 ? '+' : ''}${showWhole(amount)}`;
}

/** To the hundredth, as the ledger has it: '1,090.91'. Other screens round down. */
export function showExact(amount: Cents): string {
  return (amount / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
