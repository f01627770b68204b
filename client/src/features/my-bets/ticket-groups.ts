import { isIn, type Ticket } from '#client/tickets/ticket.ts';
import { counted } from '#shared/domain/count.ts';
import { easternDay, showDay } from '#shared/domain/eastern.ts';
import { cents, showChing, showSigned, sumCents } from '#shared/domain/money.ts';

/** Tickets that follow each other and have one state, settled ones also one Eastern day of settling. */
export type TicketGroup = {
  /** 'Live now', 'Pending', 'Won · Today', 'Lost · Sat, Nov 21'. */
  title: string;
  /** Number and stakes of open tickets; the net of settled ones. */
  sum: string;
  tickets: readonly [Ticket, ...Ticket[]];
};

/** Groups sorted tickets, which stay in their order. Source: docs/screens.md#my-bets. */
export function groupsOf(tickets: readonly Ticket[], now: Date): TicketGroup[] {
  const groups: { key: string; tickets: [Ticket, ...Ticket[]] }[] = [];
  for (const ticket of tickets) {
    const key = groupKey(ticket);
    const last = groups.at(-1);
    if (last?.key === key) last.tickets.push(ticket);
    else groups.push({ key, tickets: [ticket] });
  }
  return groups.map(({ tickets }) => ({ title: titleOf(tickets[0], now), sum: sumOf(tickets), tickets }));
}

function groupKey(ticket: Ticket): string {
  return ticket.status === 'pending' ? openState(ticket) : `${ticket.status} ${easternDay(settledAt(ticket))}`;
}

const titles = { won: 'Won', lost: 'Lost', push: 'Push' };

function titleOf(ticket: Ticket, now: Date): string {
  return ticket.status === 'pending'
    ? openState(ticket)
    : `${titles[ticket.status]} · ${showDay(settledAt(ticket), now)}`;
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

/** The tickets of all groups with their group, in order: the rows of the list. */
export function rowsOf(groups: readonly TicketGroup[]): Row[] {
  return groups.flatMap((group) => group.tickets.map((ticket) => ({ ticket, group })));
}

/** A ticket of the list, with what stands above it. */
export type ListedTicket = {
  ticket: Ticket;
  /** The group that begins at this ticket, or goes on in the column that begins at it; null for neither. */
  heading: { group: TicketGroup; isContinued: boolean } | null;
  /** Whether the second column of the page begins at this ticket. */
  startsColumn: boolean;
};

/**
 * The pages of a list. Each has two columns of about the same height, in order: the first column is read before the
 * second. The heights are estimated and not measured, so that a ticket stays in its column while its words change.
 */
export function pagesOf(rows: readonly Row[], pageSize: number): { start: number; listed: ListedTicket[] }[] {
  const pages: { start: number; listed: ListedTicket[] }[] = [];
  for (let start = 0; start < rows.length; start += pageSize) {
    const page = rows.slice(start, start + pageSize);
    const split = middleOf(page);
    const listed = page.map(({ ticket, group }, at) => {
      const isContinued = group === rows[start + at - 1]?.group;
      const heading = !isContinued || at === 0 || at === split ? { group, isContinued } : null;
      return { ticket, heading, startsColumn: at > 0 && at === split };
    });
    pages.push({ start, listed });
  }
  return pages;
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
