import { type ReactNode, useState } from 'react';
import { Receipt } from './receipt.tsx';
import type { Ticket } from './ticket.ts';

/** The foot of a ticket. When a leg is settled, it opens to show the receipts of the settled legs. */
export function SettlementDetails({ ticket, children }: { ticket: Ticket; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const settled = ticket.legs.flatMap((leg) => (leg.settlement ? [{ leg, settlement: leg.settlement }] : []));
  if (settled.length === 0) return <div className="flex min-h-9 items-center text-sm text-soft">{children}</div>;
  return (
    <details className="group" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-lg text-sm text-soft [&::-webkit-details-marker]:hidden">
        {children}
        <span className="flex shrink-0 items-center gap-1 font-semibold text-info">
          Why?
          <i aria-hidden="true" className="chevron-down transition-transform duration-100 group-open:rotate-180" />
        </span>
      </summary>
      {isOpen && (
        <div className="mb-2 grid grid-cols-1 gap-3 border-t border-edge pt-3 wrap-anywhere">
          {settled.map(({ leg, settlement }) => (
            <Receipt key={leg.id} leg={leg} settlement={settlement} titled={ticket.isParlay} />
          ))}
        </div>
      )}
    </details>
  );
}
