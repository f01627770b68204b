import { expect, test } from 'vitest';
import { flatQuote, quoteOf } from '#shared/domain/market.ts';
import { withOdds } from '#shared/testing/examples.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { priceMoves } from './price-moves.ts';

const before = flatQuote(quoteOf(aGameView));
const movesTo = (changes: Partial<typeof before>) =>
  priceMoves(aGameView, { before, after: flatQuote(withOdds(quoteOf(aGameView), changes)) });

test('a change names the sides that it moved, with line and price before and after', () => {
  expect(movesTo({ spreadHome: 7, spreadAway: -7, moneylineHome: 300 })).toEqual([
    { label: 'Spread Chiefs', from: '-3.5 at -110', to: '-7 at -110' },
    { label: 'Spread Bills', from: '+3.5 at -110', to: '+7 at -110' },
    { label: 'Bills ML', from: '+152', to: '+300' },
  ]);
});

test('a market that a change opens or closes has no text on the other side', () => {
  const closed = flatQuote(withOdds(quoteOf(aGameView), { totalPoints: null, overOdds: null, underOdds: null }));
  const total = ['Total Over', 'Total Under'];
  expect(priceMoves(aGameView, { before, after: closed }).map(({ label, to }) => [label, to])).toEqual(
    total.map((label) => [label, null]),
  );
  expect(priceMoves(aGameView, { before: closed, after: before }).map(({ label, from }) => [label, from])).toEqual(
    total.map((label) => [label, null]),
  );
});

test('a save of the same odds moved nothing', () => {
  expect(movesTo({})).toEqual([]);
});
