import { isIn, type LegBadge, legBadge, type Ticket } from '#client/tickets/ticket.ts';
import { Badge } from '../ui/badge.tsx';
import { badgeTones } from './leg-row.tsx';

/** How a ticket stands, and beside it, of a single on a live game, whether it is winning. */
export function TicketBadges({ ticket }: { ticket: Ticket }) {
  const word = statusWord(ticket);
  const leaning = legBadge(ticket.legs[0]);
  const leans = !ticket.isParlay && word === 'LIVE' && leaning !== 'LIVE';
  return (
    <span className="flex shrink-0 gap-1.5">
      <Badge tone={badgeTones[word]}>{word}</Badge>
      {leans && <Badge tone={badgeTones[leaning]}>{leaning}</Badge>}
    </span>
  );
}

/** LIVE while a game of it is on, else its status in capitals. Source: spec §4. */
function statusWord(ticket: Ticket): LegBadge {
  switch (ticket.status) {
    case 'won':
      return 'WON';
    case 'lost':
      return 'LOST';
    case 'push':
      return 'PUSH';
    case 'pending':
      return isIn(ticket, 'Live') ? 'LIVE' : 'PENDING';
  }
}
