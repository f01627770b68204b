declare const unit: unique symbol;

/** Hundredths of a Ching, always a safe integer. Source: design D1. */
export type Cents = number & { readonly [unit]: 'cents' };

/** Every member's grant on joining a league. Source: spec §9. */
export const startingBalance = 100_000 as Cents;

/** Throws unless `value` is a safe integer: money that is not exact is a bug, never a rounding matter. */
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

/** Decimal text of the wire, always with two places: 19091 is "190.91". */
export function toWire(amount: Cents): string {
  const size = Math.abs(amount);
  const sign = amount < 0 ? '-' : '';
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** Wire text back to Cents; null when it is not decimal text with at most two places. */
export function fromWire(text: string): Cents | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const [, sign, whole, part = ''] = match;
  const size = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents(sign ? -size : size);
}

/** The most that one ticket stakes, in whole Ching: seven digits. The limit is ours. */
export const maxStake = 9_999_999;

/** A stake as typed or sent: whole Ching, from 1 to `maxStake`; null otherwise. Source: spec §5, design D1. */
export function parseStake(text: string): Cents | null {
  return /^[1-9]\d{0,6}$/.test(text) ? fromWhole(Number(text)) : null;
}

/** What screens show: whole Ching rounded down (the floor, also below zero) with thousands separators, no unit. */
export function showWhole(amount: Cents): string {
  return String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** "1,090 Ching". Source: spec §9. */
export function showChing(amount: Cents): string {
  return `${showWhole(amount)} Ching`;
}

/** A gain or loss with its sign: "+90 Ching", "-10 Ching", "0 Ching"; rounded down like every amount. */
export function showSigned(amount: Cents): string {
  return `${amount > 0 ? '+' : ''}${showChing(amount)}`;
}
