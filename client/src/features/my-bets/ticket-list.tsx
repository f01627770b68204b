import type { Ticket } from '#client/tickets/ticket.ts';
import { TicketCard } from '#client/tickets/ticket-card.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';

/** Tickets as cards, page by page. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <ShowMore rows={tickets} noun="bets">
      {(shown, list) => (
        <ul ref={list} className="mt-3 grid items-start gap-3 lg:grid-cols-2">
          {shown.map((ticket) => (
            <li key={ticket.id} className="min-w-0 [contain-intrinsic-size:auto_240px] [content-visibility:auto]">
              <TicketCard ticket={ticket} />
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  );
}
