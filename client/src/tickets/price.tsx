import { showPrice } from '#shared/domain/price.ts';

/** American odds, with a plus sign when positive. */
export function Price({ value, className = '' }: { value: number; className?: string }) {
  return <span className={`tabular-nums ${className}`}>{showPrice(value)}</span>;
}
