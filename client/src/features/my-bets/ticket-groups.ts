import { isIn, type Ticket } from '#client/tickets/ticket.ts';
import { counted } from '#shared/domain/count.ts';
import { type EasternDay, easternDay, showDay } from '#shared/domain/eastern.ts';
import { cents, showChing, showSigned, sumCents } from '#shared/domain/money.ts';

/** Tickets that follow each other and have one state, settled ones also one Eastern day of settling. */
export type TicketGroup = {
  /** 'Live now', 'Pending', 'Won · Today', 'Lost · Sat, Nov 21'. */
  title: string;
  /** Number and stakes of open tickets; the net of settled ones. Null while some of its tickets are not loaded. */
  sum: string | null;
  tickets: readonly [Ticket, ...Ticket[]];
};

/**
 * Groups sorted tickets, which stay in their order. The last group may go on further down unless the list `isWhole`.
 * Source: docs/screens.md#my-bets.
 */
export function groupsOf(tickets: readonly Ticket[], now: Date, isWhole = true): TicketGroup[] {
  const groups: { key: string; tickets: [Ticket, ...Ticket[]] }[] = [];
  const today = easternDay(now);
  for (const ticket of tickets) {
    const key = groupKey(ticket);
    const last = groups.at(-1);
    if (last?.key === key) last.tickets.push(ticket);
    else groups.push({ key, tickets: [ticket] });
  }
  return groups.map(({ tickets }, at) => ({
    title: titleOf(tickets[0], now, today),
    sum: isWhole || at < groups.length - 1 ? sumOf(tickets) : null,
    tickets,
  }));
}

const keys = new WeakMap<Ticket, string>();

/** Computed once per ticket: the Eastern day of thousands takes a phone as long as drawing them. */
function groupKey(ticket: Ticket): string {
  const key =
    keys.get(ticket) ??
    (ticket.status === 'pending' ? openState(ticket) : `${ticket.status} ${easternDay(settledAt(ticket))}`);
  keys.set(ticket, key);
  return key;
}

const titles = { won: 'Won', lost: 'Lost', push: 'Push' };

const titled = new WeakMap<Ticket, { today: EasternDay; title: string }>();

/** The title of the group that begins with this ticket. Computed once a day, for the same reason. */
function titleOf(ticket: Ticket, now: Date, today: EasternDay): string {
  if (ticket.status === 'pending') return openState(ticket);
  const known = titled.get(ticket);
  if (known?.today === today) return known.title;
  const title = `${titles[ticket.status]} · ${showDay(settledAt(ticket), now)}`;
  titled.set(ticket, { today, title });
  return title;
}

function openState(ticket: Ticket): string {
  return isIn(ticket, 'Live') ? 'Live now' : 'Pending';
}

function settledAt({ legs: [first] }: Ticket): Date {
  return new Date(first.settledAt ?? first.placedAt);
}

function sumOf(tickets: readonly [Ticket, ...Ticket[]]): string {
  const stakes = sumCents(tickets.map(({ legs }) => legs[0].amount));
  if (tickets[0].status === 'pending') return `${counted(tickets.length, 'bet')}, ${showChing(stakes)}`;
  return showSigned(cents(sumCents(tickets.map(({ back }) => back ?? cents(0))) - stakes));
}

type Row = { ticket: Ticket; group: TicketGroup };

/** A ticket of the list, with what stands above it. */
export type ListedTicket = {
  ticket: Ticket;
  /** The group that begins at this ticket, or goes on in the column that begins at it; null for neither. */
  heading: { group: TicketGroup; isContinued: boolean } | null;
  /** Whether the second column of the page begins at this ticket. */
  startsColumn: boolean;
};

/**
 * The tickets of each page with what stands above them. A page has two columns of about the same height, in order: the
 * first column is read before the second. The heights are estimated and not measured, so that a ticket stays in its
 * column while its words change.
 *
 * groups  the groups of all tickets of the pages, in order.
 */
export function pagesOf(pages: readonly (readonly Ticket[])[], groups: readonly TicketGroup[]): ListedTicket[][] {
  const rows = groups.flatMap((group) => group.tickets.map((ticket): Row => ({ ticket, group })));
  let start = 0;
  return pages.map(({ length }) => {
    const first = start;
    const page = rows.slice(first, first + length);
    start += length;
    const split = middleOf(page);
    return page.map(({ ticket, group }, at) => {
      const isContinued = group === rows[first + at - 1]?.group;
      const heading = !isContinued || at === 0 || at === split ? { group, isContinued } : null;
      return { ticket, heading, startsColumn: at > 0 && at === split };
    });
  });
}

/** Whether two pages show the same. */
export function isSame(page: readonly ListedTicket[], other: readonly ListedTicket[]): boolean {
  return (
    page.length === other.length &&
    page.every(({ ticket, heading, startsColumn }, at) => {
      const same = other[at];
      return (
        ticket === same?.ticket &&
        startsColumn === same.startsColumn &&
        heading?.isContinued === same.heading?.isContinued &&
        heading?.group.title === same.heading?.group.title &&
        heading?.group.sum === same.heading?.group.sum
      );
    })
  );
}

/** The number of rows whose middle lies in the upper half of the estimated height. */
function middleOf(rows: readonly Row[]): number {
  const heights = rows.map(
    ({ ticket, group }, at) => heightOf(ticket) + (group === rows[at - 1]?.group ? 0 : titleRem),
  );
  const half = heights.reduce((sum, height) => sum + height, 0) / 2;
  let above = 0;
  const split = heights.findIndex((height) => {
    above += height;
    return above - height / 2 > half;
  });
  return split < 0 ? rows.length : split;
}

/** Estimated heights in rem, in a column where no words wrap. */
const titleRem = 2.5;
function heightOf({ legs, isParlay }: Ticket): number {
  return isParlay ? 7 + 3.5 * legs.length : 7;
}
