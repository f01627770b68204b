import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNow } from '#client/lib/use-now.ts';
import { type Ticket, ticketAnchor } from '#client/tickets/ticket.ts';
import { TicketCard } from '#client/tickets/ticket-card.tsx';
import { pageSize, ShowMore } from '#client/ui/show-more.tsx';
import { easternDay } from '#shared/domain/eastern.ts';
import { groupsOf, type ListedTicket, pagesOf, rowsOf, type TicketGroup } from './ticket-groups.ts';

type TicketListProps = {
  tickets: readonly Ticket[];
  /** Whether each card names its league. */
  namesLeagues: boolean;
};

/**
 * Tickets as cards in groups, page by page. From 1024 px on each page has two columns, which are columns of CSS: a card
 * that goes to another column or group stays the same element, with its open details and the focus. A link to a ticket
 * (`ticketPath`) scrolls to it.
 */
export function TicketList({ tickets, namesLeagues }: TicketListProps) {
  useEffect(() => goToLinked(tickets), [tickets]);
  const now = useSpokenNow(tickets);
  const rows = useMemo(() => rowsOf(groupsOf(tickets, now)), [tickets, now]);
  return (
    <ShowMore rows={rows} noun="bets" rowSelector="li[id]">
      {(shown, list) => (
        <div ref={list}>
          {pagesOf(shown, pageSize).map(({ start, listed }) => (
            <ul key={start} className="gap-x-5 lg:columns-2">
              {listed.map((one) => (
                <ListedCard key={one.ticket.id} listed={one} namesLeagues={namesLeagues} now={now} />
              ))}
            </ul>
          ))}
        </div>
      )}
    </ShowMore>
  );
}

/** The present time, which changes only at a start or a new day: no words of a ticket change at other times. */
function useSpokenNow(tickets: readonly Ticket[]): Date {
  const starts = useMemo(() => startsOf(tickets), [tickets]);
  const now = useNow(useCallback(() => starts, [starts]));
  const [spoken, setSpoken] = useState(now);
  const passed = starts.some((start) => start <= now !== start <= spoken);
  if (!passed && easternDay(now) === easternDay(spoken)) return spoken;
  setSpoken(now);
  return now;
}

/** The starts of the games that the open tickets wait for. */
function startsOf(tickets: readonly Ticket[]): Date[] {
  const games = tickets
    .filter(({ status }) => status === 'pending')
    .flatMap(({ legs }) => legs.map(({ game }) => game));
  return games.filter(({ status }) => status === 'scheduled').map(({ gameTime }) => new Date(gameTime));
}

type ListedCardProps = { listed: ListedTicket; namesLeagues: boolean; now: Date };

function ListedCard({ listed: { ticket, heading, startsColumn }, namesLeagues, now }: ListedCardProps) {
  return (
    <li
      id={ticketAnchor(ticket)}
      className={`break-inside-avoid pt-2 [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto] ${startsColumn ? 'break-before-column' : ''}`}
    >
      {heading && <Heading {...heading} />}
      <TicketCard ticket={ticket} namesLeague={namesLeagues} now={now} />
    </li>
  );
}

/** The title of a group and its sum. A column repeats the title of a group that goes on in it. */
function Heading({ group, isContinued }: { group: TicketGroup; isContinued: boolean }) {
  return (
    <header
      className={`flex flex-wrap justify-between gap-x-3 px-0.5 pt-2 pb-2 text-note font-semibold text-soft ${isContinued ? 'max-lg:hidden' : ''}`}
    >
      <h2>{isContinued ? `${group.title}, continued` : group.title}</h2>
      {!isContinued && <p className="tabular-nums">{group.sum}</p>}
    </header>
  );
}

/** Focuses the card that the address names, once: a bet that was placed just now may come with a later refresh. */
function goToLinked(tickets: readonly Ticket[]) {
  const anchor = location.hash.slice(1);
  const card = tickets.some((ticket) => ticketAnchor(ticket) === anchor) && document.getElementById(anchor);
  if (!card) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'center' });
}
