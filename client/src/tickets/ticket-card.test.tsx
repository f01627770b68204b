import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Bet } from '#shared/api/bets.ts';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { aBet, aGameView, scoresOf } from '#shared/testing/wire.ts';
import { ticketsOf } from './ticket.ts';
import { TicketCard } from './ticket-card.tsx';

const now = new Date('2026-11-22T17:00:00Z');

function card(bets: Bet[], namesLeague = false): HTMLElement {
  const [ticket] = ticketsOf(bets);
  const area = document.createElement('div');
  if (ticket) area.innerHTML = renderToStaticMarkup(<TicketCard ticket={ticket} namesLeague={namesLeague} now={now} />);
  return area;
}

/** A parlay of 100 at +100 and +150, which returns 500 if both win. */
function parlay(...legs: Partial<Bet>[]): HTMLElement {
  const ticket = { parlayId: 'p', legCount: 2, potentialPayout: ching(500) };
  const prices = [100, 150];
  return card(legs.map((leg, at) => aBet({ ...ticket, legNumber: at + 1, odds: aPrice(prices[at] ?? 100), ...leg })));
}

test('a single says its price once, and what the stake returns', () => {
  const text = card([aBet({ amount: ching(1_000_999), potentialPayout: ching(1_910_998.09) })]).textContent;
  expect(text.match(/-110/g)).toHaveLength(1);
  expect(text).toContain('1,000,999 to 1,910,998 Ching');
  expect(text).toContain('Stake 1,000,999 Ching, returns 1,910,998 Ching');
});

test('an open ticket says what it waits for, a parlay by its legs', () => {
  expect(card([aBet({ game: { ...aGameView, status: 'final' } })]).textContent).toContain(
    'Waits for the final score to be confirmed',
  );
  expect(parlay({ status: 'won' }, {}).textContent).toContain('1 of 2 in, 1 to go');
});

test('a settled single has nothing that slows a long list: no drawing, query of its width or layer of its own', () => {
  const settledAt = '2026-11-21T22:00:00.000Z';
  const none = { score: null, arithmetic: null, source: null, pullId: null, reason: null, corrections: [] };
  const settlement = { ...none, status: 'won' as const, rule: 'canceled' as const, words: 'The team won.', settledAt };
  const single = card([aBet({ status: 'won', settledAt, settlement })]);
  expect(single.querySelector('summary')).not.toBeNull();
  expect(single.querySelectorAll('svg, .sr-only, [class*="@container"]')).toHaveLength(0);
});

test('only an open ticket shows the word for its second time, which screen readers get on all', () => {
  const word = (bet: Bet) => card([bet]).querySelector('time span');
  expect(word(aBet())?.textContent).toBe('Placed ');
  expect(word(aBet())?.className).toBe('');
  expect(word(aBet({ status: 'won' }))?.textContent).toBe('Placed ');
  expect(word(aBet({ status: 'won' }))?.className).toBe('spoken');
});

test('an open parlay with a pushed leg shows what it can still pay, with the earlier price struck out', () => {
  const drawn = parlay({ status: 'push' }, {});
  expect(drawn.querySelector('del')?.textContent).toBe('was +400');
  expect(drawn.textContent).toContain('was +400 +150');
  expect(drawn.textContent).toContain('100 to 250 Ching');
  expect(drawn.textContent).not.toContain('500');
});

test('a parlay without a pushed leg strikes nothing out', () => {
  const drawn = parlay({ status: 'won' }, {});
  expect(drawn.querySelector('del')).toBeNull();
  expect(drawn.textContent).toContain('+400');
  expect(drawn.textContent).toContain('100 to 500 Ching');
});

test('the league stands on a card where the list has several', () => {
  expect(card([aBet()]).textContent).not.toContain('Sunday League');
  expect(card([aBet()], true).textContent).toContain('Sunday League');
});

const live = { ...aGameView, status: 'live', quarter: '4th', timeRemaining: '6:12', ...scoresOf(20, 17) } as const;
const spread = { betType: 'spread', betSide: 'away', line: -2.5 } as const;

test('a live single says what it needs instead of waiting for the end of its game', () => {
  const text = card([aBet({ ...spread, game: live })]).textContent;
  expect(text).toContain('Ahead by 3, covers by 0.5');
  expect(text).not.toContain('Waits');
  expect(card([aBet({ ...spread, game: { ...live, countedAway: null } })]).textContent).toContain(
    'Waits for the end of the game',
  );
});

test('a single says how it stands until its final score is confirmed, and then how it ended', () => {
  const text = card([aBet({ ...spread, game: { ...live, status: 'final' } })]).textContent;
  expect(text).toContain('Won by 3, covers by 0.5');
  expect(text).toContain('Waits for the final score to be confirmed');
  const graded = card([aBet({ ...spread, status: 'won', game: { ...live, status: 'final' } })]).textContent;
  expect(graded).not.toContain('covers');
});

test('a single on a suspended game says how it stands and what it waits for', () => {
  const text = card([aBet({ ...spread, game: { ...live, status: 'suspended' } })]).textContent;
  expect(text).toContain('Ahead by 3, covers by 0.5');
  expect(text).toContain('Waits for the game to go on');
});

test('each live leg of an open parlay says what it needs, and no leg of a lost one', () => {
  const words = [...parlay({ ...spread, game: live }, {}).querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(words[0]).toContain('Ahead by 3, covers by 0.5');
  expect(words[1]).not.toMatch(/Ahead|Tied/);
  expect(parlay({ ...spread, game: live }, {}).textContent).toContain('0 of 2 in, 2 to go: 1 live');
  expect(parlay({ status: 'lost' }, { ...spread, game: live }).textContent).not.toContain('Ahead');
});
