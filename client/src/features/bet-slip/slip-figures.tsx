import type { ReactNode } from 'react';
import { Money } from '#client/tickets/money.tsx';
import type { Cents } from '#shared/domain/money.ts';

/** A labelled figure. */
export function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-soft">
      <span>{name}</span>
      {children}
    </p>
  );
}

/** The return on a win; null means above the highest allowed return. */
export function Returns({ amount }: { amount: Cents | null }) {
  if (amount === null) return <span className="font-semibold text-ink">more than a bet may return</span>;
  return <Money amount={amount} className="font-semibold text-ink" />;
}
