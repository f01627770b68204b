import { type Cents, showGain } from '#shared/domain/money.ts';

/** A gain or loss in whole Ching with its sign, green or red; zero in neither. */
export function Net({ amount, className = '' }: { amount: Cents; className?: string }) {
  const tone = amount > 0 ? 'text-won' : amount < 0 ? 'text-lost' : 'text-soft';
  return <span className={`whitespace-nowrap tabular-nums ${tone} ${className}`}>{showGain(amount)}</span>;
}
