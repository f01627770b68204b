import { expect, test } from 'vitest';
import { type Ticket, ticketOrder, ticketsOf } from '#client/tickets/ticket.ts';
import type { Bet } from '#shared/api/bets.ts';
import { ching } from '#shared/testing/examples.ts';
import { aBet, aGameView } from '#shared/testing/wire.ts';
import { listedPages } from './ticket-groups.ts';

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
  expect(groupsIn([tickets])).toEqual([
    ['Live now', '1 bet, 100 Ching'],
    ['Pending', '2 bets, 1,600 Ching'],
    ['Won · Today', '+181 Ching'],
    ['Won · Sat, Nov 21', '+90 Ching'],
    ['Lost · Today', '-100 Ching'],
    ['Push · Today', '0 Ching'],
  ]);
});

test('the sum of a group is of all pages that it is on', () => {
  const [one, other, last] = singles({}, {}, { status: 'lost', settledAt: today }) as [Ticket, Ticket, Ticket];
  const groups = [
    ['Pending', '2 bets, 200 Ching'],
    ['Lost · Today', '-100 Ching'],
  ];
  expect(groupsIn([[one], [], [other], [last]])).toEqual(groups);
  expect(groupsIn([[one], [other, last]])).toEqual(groups);
});

/** The groups that begin on the pages, with their sums. */
function groupsIn(pages: readonly (readonly Ticket[])[], isWhole = true) {
  const headings = listedPages(pages, now, isWhole).flatMap((listed) => listed.flatMap(({ heading }) => heading ?? []));
  return headings.filter(({ isContinued }) => !isContinued).map(({ group: { title, sum } }) => [title, sum]);
}

/** The columns of each page: what stands above each ticket, a heading or nothing. */
function columns(...pages: (readonly Ticket[])[]) {
  return listedPages(pages, now).map((listed) => {
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
  expect(groupsIn([tickets], false)).toEqual([
    ['Pending', '1 bet, 100 Ching'],
    ['Lost · Today', null],
  ]);
});

test('a page is the same array until a ticket or a heading of it changes', () => {
  const tickets = singles({}, { status: 'lost', settledAt: today });
  const [page] = listedPages([tickets], now);
  const later = singles({ status: 'won', settledAt: yesterday });
  expect(listedPages([tickets], now)[0]).toBe(page);
  expect(listedPages([tickets, later], now)[0]).toBe(page);
  expect(listedPages([tickets], now, false)[0]).not.toBe(page);
  expect(listedPages([singles({}, { status: 'lost', settledAt: today })], now)[0]).not.toBe(page);
  const goesOn = listedPages([tickets, singles({ status: 'lost', settledAt: today })], now);
  expect(goesOn[0]).not.toBe(page); // its last group has another sum
});
