import { type Cents, showChing } from '#shared/domain/money.ts';

/** Whole Ching, rounded down, with the unit. */
export function Money({ amount, className = '' }: { amount: Cents; className?: string }) {
  return <span className={`whitespace-nowrap tabular-nums ${className}`}>{showChing(amount)}</span>;
}
