import { expect, test } from 'vitest';
import type { Bet } from '#shared/api/bets.ts';
import type { GameView } from '#shared/api/games.ts';
import { fromWhole } from '#shared/domain/money.ts';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { aBet, aGameView, scoresOf } from '#shared/testing/wire.ts';
import { type BetTab, betTabs, isIn, legBadge, type Ticket, termsOf, ticketOrder, ticketsOf } from './ticket.ts';

const scheduled = aGameView;
const live: GameView = { ...scheduled, status: 'live', ...scoresOf(20, 17) };
const final: GameView = { ...live, status: 'final' };

function only(bets: Bet[]): Ticket {
  const [ticket, ...others] = ticketsOf(bets);
  if (!ticket || others.length > 0) throw new Error('one ticket is expected');
  return ticket;
}

function parlay(...legs: Partial<Bet>[]): Ticket {
  return only(legs.map((leg, at) => aBet({ parlayId: 'p', legNumber: at + 1, ...leg })));
}

function tabsOf(ticket: Ticket): BetTab[] {
  return betTabs.filter((tab) => tab !== 'All' && isIn(ticket, tab));
}

test('bets of one parlay become one ticket with its legs in order; the others are singles', () => {
  const single = aBet();
  const second = aBet({ parlayId: 'p', legNumber: 2 });
  const first = aBet({ parlayId: 'p', legNumber: 1 });
  expect(ticketsOf([single, second, first]).map(({ id, legs, isParlay }) => [id, legs.length, isParlay])).toEqual([
    [single.id, 1, false],
    ['p', 2, true],
  ]);
  expect(only([second, first]).legs).toEqual([first, second]);
});

test("the server's outcome is the parlay's status and payout, whatever its legs say", () => {
  const parlayOutcome = { status: 'won', payout: fromWhole(264) } as const;
  const ticket = parlay({ status: 'won', parlayOutcome }, { status: 'push', parlayOutcome });
  expect(ticket).toMatchObject({ status: 'won', back: fromWhole(264) });
});

test.each([
  [['won', 'won'], 'won'],
  [['won', 'push'], 'won'],
  [['push', 'push'], 'push'],
  [['won', 'pending'], 'pending'],
  [['lost', 'pending'], 'lost'],
] as const)('without an outcome legs %j make a parlay %s', (statuses, status) => {
  expect(parlay(...statuses.map((leg) => ({ status: leg }))).status).toBe(status);
});

test('an open ticket has returned nothing yet, a lost one nothing, a push its stake, a won one its payout', () => {
  expect(only([aBet()]).back).toBeNull();
  expect(only([aBet({ status: 'lost' })]).back).toBe(0);
  expect(only([aBet({ status: 'push' })]).back).toBe(fromWhole(100));
  expect(only([aBet({ status: 'won' })]).back).toBe(fromWhole(190));
});

/** An open parlay of 100 at +100, +150 and -200, which multiply by 2, 2.5 and 1.5; it returns 750 if all win. */
function three(...legs: Partial<Bet>[]): Ticket {
  const placed = [100, 150, -200].map((odds) => ({ odds: aPrice(odds), legCount: 3, potentialPayout: ching(750) }));
  return parlay(...legs.map((leg, at) => ({ ...placed[at], ...leg })));
}

test('a ticket has the price and the return that it was placed for', () => {
  expect(termsOf(only([aBet({ odds: aPrice(-100) })]))).toEqual({
    hiddenLegs: 0,
    price: -100,
    earlierPrice: null,
    returns: fromWhole(190),
  });
  expect(termsOf(three({ status: 'won' }, {}, {}))).toEqual({
    hiddenLegs: 0,
    price: 650,
    earlierPrice: null,
    returns: ching(750),
  });
});

test('a pushed leg leaves a parlay the price and the return of its other legs', () => {
  expect(termsOf(three({}, { status: 'push' }, {}))).toEqual({
    hiddenLegs: 0,
    price: 200,
    earlierPrice: 650,
    returns: ching(300),
  });
});

test('a settled ticket returned what the server says, also with a pushed leg', () => {
  const parlayOutcome = { status: 'won', payout: ching(300) } as const;
  const won = three({ status: 'won', parlayOutcome }, { status: 'push' }, { status: 'won' });
  expect(termsOf(won)).toMatchObject({ price: 200, earlierPrice: 650, returns: ching(300) });
  const pushed = three({ status: 'push' }, { status: 'push' }, { status: 'push' });
  expect(termsOf(pushed)).toMatchObject({ price: null, earlierPrice: 650, returns: ching(100) });
});

test('a parlay with hidden legs has a price of the legs shown, and no return', () => {
  const parlayOutcome = { status: 'pending', payout: fromWhole(0) } as const;
  expect(termsOf(three({ legNumber: 2, parlayOutcome }))).toEqual({
    hiddenLegs: 2,
    price: 100,
    earlierPrice: null,
    returns: null,
  });
  expect(termsOf(three({ status: 'push', parlayOutcome }))).toEqual({
    hiddenLegs: 2,
    price: null,
    earlierPrice: 100,
    returns: null,
  });
});

test('an open single is Live or Pending, never both', () => {
  expect(tabsOf(only([aBet()]))).toEqual(['Pending']);
  expect(tabsOf(only([aBet({ game: live })]))).toEqual(['Live']);
  expect(tabsOf(only([aBet({ game: final })]))).toEqual(['Pending']);
});

test('an open parlay with started and unstarted legs is Live and Pending', () => {
  expect(tabsOf(parlay({ game: live }, {}))).toEqual(['Live', 'Pending']);
  expect(tabsOf(parlay({ status: 'won', game: final }, {}))).toEqual(['Live', 'Pending']);
  expect(tabsOf(parlay({ game: live }, { game: live }))).toEqual(['Live']);
  expect(tabsOf(parlay({}, {}))).toEqual(['Pending']);
});

test('a settled ticket is in the tab of its status, a push in All only', () => {
  expect(tabsOf(parlay({ status: 'lost', game: final }, {}))).toEqual(['Lost']);
  expect(tabsOf(only([aBet({ status: 'won', game: live })]))).toEqual(['Won']);
  expect(tabsOf(only([aBet({ status: 'push' })]))).toEqual([]);
});

test('tickets are sorted live, pending, won, lost, others; then the last settled and the last placed first', () => {
  const bets = [
    aBet({ id: 'push', status: 'push' }),
    aBet({ id: 'lost', status: 'lost' }),
    aBet({ id: 'won', status: 'won', settledAt: '2026-11-21T16:00:00.000Z' }),
    aBet({
      id: 'won later',
      status: 'won',
      placedAt: '2026-11-20T12:00:00.000Z',
      settledAt: '2026-11-21T17:00:00.000Z',
    }),
    aBet({ id: 'older', placedAt: '2026-11-20T12:00:00.000Z' }),
    aBet({ id: 'newer' }),
    aBet({ id: 'live', game: live }),
  ];
  const ids = ticketOrder(ticketsOf(bets)).map(({ id }) => id);
  expect(ids).toEqual(['live', 'newer', 'older', 'won later', 'won', 'lost', 'push']);
});

test('a settled status wins over the score', () => {
  expect(legBadge(aBet({ status: 'lost', game: live }))).toBe('LOST');
});

test('a live leg is judged on the line of the bet; level counts as losing', () => {
  const spread = { betType: 'spread', betSide: 'home', game: { ...live, spreadHome: 1 } } as const;
  expect(legBadge(aBet({ ...spread, line: 3.5 }))).toBe('WINNING');
  expect(legBadge(aBet({ ...spread, line: 3 }))).toBe('LOSING');
  expect(legBadge(aBet({ ...spread, line: 2.5 }))).toBe('LOSING');
});

test('a leg without a score is LIVE once its game is on, and PENDING before', () => {
  expect(legBadge(aBet({ game: { ...live, awayScore: null, countedAway: null } }))).toBe('LIVE');
  expect(legBadge(aBet())).toBe('PENDING');
});

test('a leg on a final game that is not settled yet shows its expected grade: a tie is a push, in soccer a loss', () => {
  const tie: GameView = { ...final, ...scoresOf(1, 1) };
  expect(legBadge(aBet({ game: final }))).toBe('WON');
  expect(legBadge(aBet({ game: final, betSide: 'home' }))).toBe('LOST');
  expect(legBadge(aBet({ game: tie }))).toBe('PUSH');
  expect(legBadge(aBet({ game: { ...tie, sport: 'Soccer' } }))).toBe('LOST');
  expect(legBadge(aBet({ game: { ...tie, sport: 'Soccer' }, betSide: 'draw' }))).toBe('WON');
});

test('a goal of extra time changes no badge: bets on soccer count 90 minutes', () => {
  const extra = { ...live, ...scoresOf(1, 1), sport: 'Soccer', quarter: 'Extra time', homeScore: 2 } as const;
  expect(legBadge(aBet({ game: extra, betSide: 'home' }))).toBe('LOSING');
  expect(legBadge(aBet({ game: { ...extra, status: 'final' }, betSide: 'home' }))).toBe('LOST');
  expect(legBadge(aBet({ game: { ...extra, status: 'final' }, betSide: 'draw' }))).toBe('WON');
});

test('baseball that was called too early for a bet shows the push that it will be', () => {
  const called = { ...final, sport: 'MLB', halfInnings: 11 } as const;
  expect(legBadge(aBet({ game: called }))).toBe('WON');
  expect(legBadge(aBet({ game: called, betType: 'spread', line: 1.5 }))).toBe('PUSH');
});
