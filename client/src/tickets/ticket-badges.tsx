import { Badge } from '#client/ui/badge.tsx';
import { badgeTones } from './leg-row.tsx';
import { isIn, type LegBadge, legBadge, type Ticket } from './ticket.ts';

/** A ticket's status, and for a single on a live game whether it is winning. */
export function TicketBadges({ ticket }: { ticket: Ticket }) {
  const word = statusWord(ticket);
  const liveBadge = legBadge(ticket.legs[0]);
  const hasLiveBadge = !ticket.isParlay && word === 'LIVE' && liveBadge !== 'LIVE';
  return (
    <span className="flex flex-wrap justify-end gap-x-1.5 gap-y-1">
      <Badge tone={badgeTones[word]}>{word}</Badge>
      {hasLiveBadge && <Badge tone={badgeTones[liveBadge]}>{liveBadge}</Badge>}
    </span>
  );
}

/** LIVE while the ticket belongs to the tab Live, else its status in capitals. Source: docs/screens.md#bets. */
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
