import { type Cents, showChing } from '#shared/domain/money.ts';

/** Whole Ching, rounded down, with the unit: on one line with it where a screen is not very narrow. */
export function Money({ amount, className = '' }: { amount: Cents; className?: string }) {
  return <span className={`tabular-nums min-[22.5rem]:whitespace-nowrap ${className}`}>{showChing(amount)}</span>;
}
