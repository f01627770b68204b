import { useState } from 'react';
import type { Ticket } from '#client/lib/ticket.ts';
import { Button } from '#client/ui/button.tsx';
import { TicketCard } from '#client/ui/ticket-card.tsx';

const pageSize = 50; // ours: what a phone draws without a stutter

/** The first tickets of a list that may hold thousands, and a button for the next ones, which then have the focus. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  const [most, setMost] = useState(pageSize);
  const firstNew = most > pageSize ? most - pageSize : null;
  return (
    <>
      <ul className="mt-3 grid items-start gap-3 lg:grid-cols-2">
        {tickets.slice(0, most).map((ticket, at) => (
          <li
            key={ticket.id}
            {...(at === firstNew && { ref: focusQuietly, tabIndex: -1 })}
            className="min-w-0 outline-none [contain-intrinsic-size:auto_240px] [content-visibility:auto]"
          >
            <TicketCard ticket={ticket} />
          </li>
        ))}
      </ul>
      {tickets.length > most && (
        <div className="mt-4 grid justify-items-center gap-2 text-sm text-soft">
          <p>
            {most} of {tickets.length} bets
          </p>
          <Button onClick={() => setMost(most + pageSize)}>Show more</Button>
        </div>
      )}
    </>
  );
}

/** One function for all renders, so that only the row that has just come takes the focus. */
function focusQuietly(row: HTMLElement | null): void {
  row?.focus({ preventScroll: true });
}
