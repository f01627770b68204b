import { type Cents, showGain } from '#shared/domain/money.ts';

/** A gain or loss in whole Ching, with its sign: colour alone must not carry information (WCAG 1.4.1). */
export function Gain({ amount }: { amount: Cents }) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : '';
  return <span className={`tabular-nums ${tone}`}>{showGain(amount)}</span>;
}
