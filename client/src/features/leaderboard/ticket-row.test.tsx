import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ticketsOf } from '#client/tickets/ticket.ts';
import type { Bet } from '#shared/api/bets.ts';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { aBet, aGameView, scoresOf } from '#shared/testing/wire.ts';
import { TicketRow } from './ticket-row.tsx';

/** The row of a parlay of 100 at +100, +150 and -200, of which the viewer sees these legs. */
function row(...legs: Partial<Bet>[]): string {
  const prices = [100, 150, -200].map(aPrice);
  const parlay = { parlayId: 'p', legCount: 3, potentialPayout: ching(750) };
  const [ticket] = ticketsOf(
    legs.map((leg, at) => aBet({ ...parlay, legNumber: at + 1, odds: prices[at] ?? aPrice(100), ...leg })),
  );
  const area = document.createElement('div');
  if (ticket)
    area.innerHTML = renderToStaticMarkup(<TicketRow ticket={ticket} named today={new Date(aGameView.gameTime)} />);
  return area.textContent;
}

test('a parlay of which the viewer sees all legs has its price and what it can win', () => {
  expect(row({ status: 'won' }, {}, {})).toContain('100 Ching at +650To win 650 Ching');
});

test.each([
  [{ status: 'final', quarter: 'OT', timeRemaining: 'Final/OT' }, 'KC 17 @ BUF 20 · Final/OT'],
  [{ status: 'live', quarter: '3rd', timeRemaining: '8:42' }, 'KC 17 @ BUF 20 · 3rd 8:42'],
  [{ status: 'suspended' }, 'KC 17 @ BUF 20 · Suspended'],
] as const)('a game that is %j says so as on My Bets', (state, words) => {
  expect(row({ game: { ...aGameView, ...state, awayScore: 17, homeScore: 20 } })).toContain(words);
});

test('a game to come says nothing of its state', () => {
  expect(row({})).toContain('KC @ BUF');
  expect(row({})).not.toContain('KC @ BUF ·');
});

test('a parlay with hidden legs says so instead of a return that counts the shown legs alone', () => {
  const words = row({ potentialPayout: ching(200) });
  expect(words).toContain('100 Ching at +100 and hidden legs');
  expect(words).toContain('2 more bets show once their games start');
  expect(words).not.toContain('To win');
});

test('an open parlay with a pushed leg has the price and the win of its other legs', () => {
  expect(row({}, { status: 'push' }, {})).toContain('100 Ching at was +650 +200To win 200 Ching');
});

const live = { game: { ...aGameView, status: 'live', ...scoresOf(17, 20) } } as const;

test('each live leg says what it needs, and the parlay how many of its legs are in', () => {
  const words = row({ status: 'won' }, live, {});
  expect(words.match(/Behind by 3, needs 4 more/g)).toHaveLength(1);
  expect(words).toContain('1 of 3 in, 2 to go: 1 live');
});

test('a parlay with hidden legs does not count those to go: a hidden one may have dropped out', () => {
  const words = row(live);
  expect(words).toContain('Behind by 3, needs 4 more');
  expect(words).not.toContain('to go');
});

test('a single says what it needs', () => {
  const [ticket] = ticketsOf([aBet({ ...live, betType: 'total', betSide: 'under', line: 40.5 })]);
  const area = document.createElement('div');
  if (ticket)
    area.innerHTML = renderToStaticMarkup(<TicketRow ticket={ticket} named today={new Date(aGameView.gameTime)} />);
  expect(area.textContent).toContain('37 so far, 3 points of room');
});
