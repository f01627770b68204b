import { isIn, type Ticket } from '#client/tickets/ticket.ts';
import { counted } from '#shared/domain/count.ts';
import { type EasternDay, easternDay, showDay } from '#shared/domain/eastern.ts';
import { type Cents, cents, showChing, showSigned, sumCents } from '#shared/domain/money.ts';

/** Tickets that follow each other and have one state, settled ones also one Eastern day of settling. */
export type TicketGroup = {
  /** 'Live now', 'Pending', 'Won · Today', 'Lost · Sat, Nov 21'. */
  title: string;
  /** Number and stakes of open tickets; the net of settled ones. Null while some of its tickets are not loaded. */
  sum: string | null;
};

/** A ticket of the list, with what stands above it. */
export type ListedTicket = {
  ticket: Ticket;
  /** The group that begins at this ticket, or goes on in the column that begins at it; null for neither. */
  heading: { group: TicketGroup; isContinued: boolean } | null;
  /** Whether the second column of the page begins at this ticket. */
  startsColumn: boolean;
};

/**
 * The sorted tickets of each page with what stands above them. The last group may go on further down unless the list
 * `isWhole`. A page that shows the same as before is the same array, and no ticket of it is read again: a page that
 * comes to thousands of tickets takes no longer than one that comes to a few. Source: docs/screens.md#my-bets.
 */
export function listedPages(
  pages: readonly (readonly Ticket[])[],
  now: Date,
  isWhole = true,
): readonly (readonly ListedTicket[])[] {
  const today = easternDay(now);
  const { groups, groupsOfPages } = groupsOf(pages.map(runsOf));
  const shown = groups.map((group, at) => ({
    title: titleOf(group, now, today),
    sum: isWhole || at < groups.length - 1 ? sumOf(group) : null,
  }));
  return pages.map((page, at) => {
    const [first, last] = groupsOfPages[at] ?? [0, 0];
    const isContinued = first < (groupsOfPages[at - 1]?.[1] ?? 0);
    return listedPage(page, shown.slice(first, last), isContinued);
  });
}

/** Tickets of one group that follow each other on a page, or on all pages together. */
type Run = {
  first: Ticket;
  key: string;
  count: number;
  stakes: Cents;
  back: Cents;
};

const runs = new WeakMap<readonly Ticket[], readonly Run[]>();

/** Computed once per page: the Eastern day of thousands of tickets takes a phone as long as drawing them. */
function runsOf(page: readonly Ticket[]): readonly Run[] {
  const known = runs.get(page);
  if (known) return known;
  const found: Run[] = [];
  for (const ticket of page) {
    const one = {
      first: ticket,
      key: groupKey(ticket),
      count: 1,
      stakes: ticket.legs[0].amount,
      back: ticket.back ?? cents(0),
    };
    const last = found.at(-1);
    if (last?.key === one.key) found[found.length - 1] = joined(last, one);
    else found.push(one);
  }
  runs.set(page, found);
  return found;
}

/** The groups over all pages, and of each page the first of its groups and the one behind its last. */
function groupsOf(pages: readonly (readonly Run[])[]): { groups: readonly Run[]; groupsOfPages: [number, number][] } {
  const groups: Run[] = [];
  const groupsOfPages = pages.map((page): [number, number] => {
    const [start] = page;
    const before = groups.at(-1);
    const goesOn = start !== undefined && before?.key === start.key;
    const first = goesOn ? groups.length - 1 : groups.length;
    if (goesOn) groups[first] = joined(before, start);
    groups.push(...(goesOn ? page.slice(1) : page));
    return [first, page.length === 0 ? first : groups.length];
  });
  return { groups, groupsOfPages };
}

function joined(run: Run, next: Run): Run {
  return {
    ...run,
    count: run.count + next.count,
    stakes: sumCents([run.stakes, next.stakes]),
    back: sumCents([run.back, next.back]),
  };
}

function groupKey(ticket: Ticket): string {
  return ticket.status === 'pending' ? openState(ticket) : `${ticket.status} ${easternDay(settledAt(ticket))}`;
}

const titles = { won: 'Won', lost: 'Lost', push: 'Push' };

const titled = new WeakMap<Ticket, { today: EasternDay; title: string }>();

/** The title of a group. Computed once a day for its first ticket, since each asks for Eastern days. */
function titleOf({ first }: Run, now: Date, today: EasternDay): string {
  if (first.status === 'pending') return openState(first);
  const known = titled.get(first);
  if (known?.today === today) return known.title;
  const title = `${titles[first.status]} · ${showDay(settledAt(first), now)}`;
  titled.set(first, { today, title });
  return title;
}

function openState(ticket: Ticket): string {
  return isIn(ticket, 'Live') ? 'Live now' : 'Pending';
}

function settledAt({ legs: [first] }: Ticket): Date {
  return new Date(first.settledAt ?? first.placedAt);
}

function sumOf({ first, count, stakes, back }: Run): string {
  if (first.status === 'pending') return `${counted(count, 'bet')}, ${showChing(stakes)}`;
  return showSigned(cents(back - stakes));
}

type Listed = { groups: readonly TicketGroup[]; isContinued: boolean; tickets: readonly ListedTicket[] };

const listed = new WeakMap<readonly Ticket[], Listed>();

/**
 * The tickets of a page below the headings of their groups: the same array as before if these are the same.
 *
 * isContinued  whether the page's first group began on a page before
 */
function listedPage(
  page: readonly Ticket[],
  groups: readonly TicketGroup[],
  isContinued: boolean,
): readonly ListedTicket[] {
  const known = listed.get(page);
  if (known?.isContinued === isContinued && areSame(known.groups, groups)) return known.tickets;
  const tickets = inColumns(page, groups, isContinued);
  listed.set(page, { groups, isContinued, tickets });
  return tickets;
}

function areSame(groups: readonly TicketGroup[], others: readonly TicketGroup[]): boolean {
  return (
    groups.length === others.length &&
    groups.every(({ title, sum }, at) => title === others[at]?.title && sum === others[at].sum)
  );
}

type Row = { ticket: Ticket; group: TicketGroup };

/**
 * A page has two columns of about the same height, in order: the first column is read before the second. The heights
 * are estimated and not measured, so that a ticket stays in its column while its words change.
 */
function inColumns(page: readonly Ticket[], groups: readonly TicketGroup[], isContinued: boolean): ListedTicket[] {
  const rows: Row[] = [];
  for (const [at, { count }] of runsOf(page).entries()) {
    const group = groups[at];
    if (group) for (const ticket of page.slice(rows.length, rows.length + count)) rows.push({ ticket, group });
  }
  const split = middleOf(rows);
  return rows.map(({ ticket, group }, at) => {
    const goesOn = at === 0 ? isContinued : group === rows[at - 1]?.group;
    const heading = !goesOn || at === 0 || at === split ? { group, isContinued: goesOn } : null;
    return { ticket, heading, startsColumn: at > 0 && at === split };
  });
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
