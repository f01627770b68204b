import { type Cents, showChing } from '#shared/domain/money.ts';

/** Whole Ching, rounded down, with the unit. Amount and unit do not wrap, except on screens below 360 px. */
export function Money({ amount, className = '' }: { amount: Cents; className?: string }) {
  return <span className={`tabular-nums min-[22.5rem]:whitespace-nowrap ${className}`}>{showChing(amount)}</span>;
}
