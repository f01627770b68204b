import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '#client/lib/use-now.ts';
import { PagesInSight } from '#client/tickets/pages-in-sight.tsx';
import { type Ticket, ticketAnchor } from '#client/tickets/ticket.ts';
import { TicketCard } from '#client/tickets/ticket-card.tsx';
import { LoadMore } from '#client/ui/load-more.tsx';
import { easternDay } from '#shared/domain/eastern.ts';
import { type ListedTicket, listedPages, type TicketGroup } from './ticket-groups.ts';

type TicketListProps = {
  /** Those that are loaded, in the order of the list. */
  pages: readonly (readonly Ticket[])[];
  total: number;
  hasMore: boolean;
  isLoading: boolean;
  isRefreshing: boolean;
  hasFailed: boolean;
  onMore: () => void;
  /** Whether each card names its league. */
  namesLeagues: boolean;
};

/**
 * Tickets as cards in groups, page by page. From 1024 px on each page has two columns, which are columns of CSS: a card
 * that goes to another column or group of its page stays the same element, with its open details and the focus. A link
 * to a ticket (`ticketPath`) loads pages up to the ticket and scrolls to it.
 */
export function TicketList(props: TicketListProps) {
  const { pages, total, hasMore, isLoading, isRefreshing, hasFailed, onMore, namesLeagues } = props;
  const list = useRef<HTMLDivElement>(null);
  const [pressedFor, setPressedFor] = useState<number | null>(null);
  const [linked] = useState(linkedAnchor);
  // With a link all pages on the way to its ticket are drawn, so that none moves the ticket away afterwards.
  const isLinked = (at: number) => linked !== null && at < mostLinkedPages;
  const tickets = useMemo(() => pages.flat(), [pages]);
  const now = useSpokenNow(tickets);
  const listed = useMemo(() => listedPages(pages, now, !hasMore), [pages, now, hasMore]);
  const renderPage = useCallback(
    (page: readonly ListedTicket[], drawn: number) => (
      <TicketPage listed={page.slice(0, drawn)} namesLeagues={namesLeagues} now={now} />
    ),
    [namesLeagues, now],
  );
  useEffect(() => {
    const isFurtherDown = !goToLinked(tickets) && pages.length < mostLinkedPages;
    if (isFurtherDown && hasMore && !isLoading && !isRefreshing && !hasFailed) onMore();
  }, [tickets, pages, hasMore, isLoading, isRefreshing, hasFailed, onMore]);
  return (
    <>
      <PagesInSight
        list={list}
        pages={listed}
        rowRem={rowRem}
        wanted={({ length }, at) => (isLinked(at) ? length : at === 0 ? rowsAtFirst : 0)}
        pressedFor={pressedFor}
      >
        {renderPage}
      </PagesInSight>
      <LoadMore
        list={list}
        pages={pages.length}
        rowSelector="li[id]"
        shown={tickets.length}
        total={Math.max(total, tickets.length)}
        noun="bets"
        hasMore={hasMore}
        isLoading={isLoading}
        isRefreshing={isRefreshing}
        hasFailed={hasFailed}
        onMore={onMore}
        onPress={() => setPressedFor(pages.length)}
      />
    </>
  );
}

const rowRem = 8; // a single on a phone
const rowsAtFirst = 6; // a screen of a phone

type TicketPageProps = { listed: readonly ListedTicket[]; namesLeagues: boolean; now: Date };

function TicketPage({ listed, namesLeagues, now }: TicketPageProps) {
  return (
    <ul className="gap-x-5 lg:columns-2">
      {listed.map((one) => (
        <ListedCard key={one.ticket.id} listed={one} namesLeagues={namesLeagues} now={now} />
      ))}
    </ul>
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

/** A card is rendered again only when something of it has changed: its page gets further cards frame by frame. */
const ListedCard = memo(function ListedCard({ listed, namesLeagues, now }: ListedCardProps) {
  const { ticket, heading, startsColumn } = listed;
  return (
    <li
      id={ticketAnchor(ticket)}
      className={`break-inside-avoid pt-2 list-part ${startsColumn ? 'break-before-column' : ''}`}
    >
      {heading && <Heading {...heading} />}
      <TicketCard ticket={ticket} namesLeague={namesLeagues} now={now} />
    </li>
  );
});

/** The title of a group and its sum. A column repeats the title of a group that goes on in it. */
function Heading({ group, isContinued }: { group: TicketGroup; isContinued: boolean }) {
  return (
    <header
      className={`flex flex-wrap justify-between gap-x-3 px-0.5 pt-2 pb-2 text-note font-semibold text-soft ${isContinued ? 'max-lg:hidden' : ''}`}
    >
      <h2>{isContinued ? `${group.title}, continued` : group.title}</h2>
      {!isContinued && group.sum !== null && <p className="tabular-nums">{group.sum}</p>}
    </header>
  );
}

/** Chosen: how far a link to a ticket looks for it. Links lead to tickets that were placed just now. */
const mostLinkedPages = 10;

/** The ticket that the address names; null for none. */
function linkedAnchor(): string | null {
  const anchor = location.hash.slice(1);
  return anchor.startsWith(ticketAnchor({ id: '' })) ? anchor : null;
}

/**
 * Focuses the card that the address names, once: a bet that was placed just now may come with a later refresh. Returns
 * false if the address names a card that is not in the list.
 */
function goToLinked(tickets: readonly Ticket[]): boolean {
  const anchor = linkedAnchor();
  if (anchor === null) return true;
  const card = tickets.some((ticket) => ticketAnchor(ticket) === anchor) && document.getElementById(anchor);
  if (!card) return false;
  history.replaceState(history.state, '', location.pathname + location.search);
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'center' });
  return true;
}
