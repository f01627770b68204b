import type { ReactNode } from 'react';
import { Money } from '#client/tickets/money.tsx';
import type { Cents } from '#shared/domain/money.ts';

/** A figure with its name before it. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-soft">
      <span>{name}</span>
      {children}
    </p>
  );
}

/** What comes back on a win; null is more than any ticket may return. */
export function Returns({ amount }: { amount: Cents | null }) {
  if (amount === null) return <span className="text-lost">more than a bet may return</span>;
  return <Money amount={amount} className="font-semibold text-ink" />;
}
