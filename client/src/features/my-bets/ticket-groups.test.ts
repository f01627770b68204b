import { expect, test } from 'vitest';
import { type Ticket, ticketOrder, ticketsOf } from '#client/tickets/ticket.ts';
import type { Bet } from '#shared/api/bets.ts';
import { ching } from '#shared/testing/examples.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { groupsOf, isSame, pagesOf } from './ticket-groups.ts';

const now = new Date('2026-11-22T20:00:00Z');
const today = '2026-11-22T19:00:00.000Z';
const yesterday = '2026-11-21T19:00:00.000Z';

function singles(...bets: Partial<Bet>[]): Ticket[] {
  return ticketOrder(ticketsOf(bets.map((bet) => aBet(bet))));
}

test('tickets stand by state, settled ones also by the day of settling, each group with its sum', () => {
  const live = { game: { ...aGameView, status: 'live' } } as const;
  const won = { status: 'won', potentialPayout: ching(190.91) } as const;
  const tickets = singles(
    live,
    {},
    { amount: ching(1_500) },
    { ...won, settledAt: today },
    { ...won, settledAt: today },
    { ...won, settledAt: yesterday },
    { status: 'lost', settledAt: today },
    { status: 'push', settledAt: today },
  );
  expect(groupsOf(tickets, now).map(({ title, sum, tickets: some }) => [title, sum, some.length])).toEqual([
    ['Live now', '1 bet, 100 Ching', 1],
    ['Pending', '2 bets, 1,600 Ching', 2],
    ['Won · Today', '+181 Ching', 2],
    ['Won · Sat, Nov 21', '+90 Ching', 1],
    ['Lost · Today', '-100 Ching', 1],
    ['Push · Today', '0 Ching', 1],
  ]);
});

/** The columns of each page: what stands above each ticket, a heading or nothing. */
function columns(...pages: (readonly Ticket[])[]) {
  return pagesOf(pages, groupsOf(pages.flat(), now)).map((listed) => {
    const words = listed.map(({ heading }) => heading && `${heading.group.title}${heading.isContinued ? '...' : ''}`);
    const split = listed.findIndex(({ startsColumn }) => startsColumn);
    return split < 0 ? [words] : [words.slice(0, split), words.slice(split)];
  });
}

test('a page has two columns of about the same height, and a group that goes on is named again', () => {
  const six = singles({}, {}, {}, {}, { status: 'lost', settledAt: today }, { status: 'won', settledAt: today });
  expect(columns(six)).toEqual([
    [
      ['Pending', null, null],
      ['Pending...', 'Won · Today', 'Lost · Today'],
    ],
  ]);
});

test('a tall parlay has a column of its own beside the singles after it', () => {
  const legs = [1, 2, 3, 4].map((legNumber) => aBet({ parlayId: 'p', legNumber, legCount: 4 }));
  const tickets = ticketsOf([...legs, aBet(), aBet(), aBet()]);
  expect(columns(tickets)).toEqual([[['Pending'], ['Pending...', null, null]]]);
});

test('each page has columns of its own; a single ticket has one', () => {
  const [one, other, last] = singles({}, {}, {}) as [Ticket, Ticket, Ticket];
  expect(columns([one, other], [last])).toEqual([[['Pending'], ['Pending...']], [['Pending...']]]);
  expect(columns([])).toEqual([[[]]]);
});

test('the sum of a group that may go on further down is not known', () => {
  const tickets = singles({}, { status: 'lost', settledAt: today });
  expect(groupsOf(tickets, now, false).map(({ sum }) => sum)).toEqual(['1 bet, 100 Ching', null]);
});

test('a page is the same until a ticket or heading of it changes', () => {
  const tickets = singles({}, { status: 'lost', settledAt: today });
  const page = (isWhole: boolean, some: readonly Ticket[]) => pagesOf([some], groupsOf(some, now, isWhole))[0] ?? [];
  expect(isSame(page(true, tickets), page(true, [...tickets]))).toBe(true);
  expect(isSame(page(true, tickets), page(false, tickets))).toBe(false);
  expect(isSame(page(true, tickets), page(true, tickets.slice(1)))).toBe(false);
  expect(isSame(page(true, tickets), page(true, singles({}, { status: 'lost', settledAt: today })))).toBe(false);
});
