import { expect, test } from 'vitest';
import type { Terms } from '#shared/domain/markets/market-rules.ts';
import type { Availability } from '#shared/domain/slip.ts';
import { aPick, aPrice } from '#shared/testing/examples.ts';
import { priceChangeOf } from './price-changes.ts';

const pick = aPick('KC', { market: 'spread', line: -3.5 });
const seen: Terms = { line: -3.5, price: aPrice(-110) };
const worse: Terms = { line: -3.5, price: aPrice(-125) };
const better: Terms = { line: -3.5, price: aPrice(105) };
const otherLine: Terms = { line: -4, price: aPrice(-110) };

function slateAt(asOf: number, offer: Terms | null): Availability {
  return { asOf, offer, startsAt: new Date('2026-11-22T18:00:00Z'), isLocked: false };
}

test('a leg that stands, or of which nothing is known, has not moved', () => {
  expect(priceChangeOf(pick, null, slateAt(1, seen))).toBeNull();
  expect(priceChangeOf(pick, null, null)).toBeNull();
});

test('a worse price and another line have to be accepted, a better price has not', () => {
  expect(priceChangeOf(pick, null, slateAt(1, worse))).toEqual({ terms: worse, blocks: true });
  expect(priceChangeOf(pick, null, slateAt(1, otherLine))).toEqual({ terms: otherLine, blocks: true });
  expect(priceChangeOf(pick, null, slateAt(1, better))).toEqual({ terms: better, blocks: false });
});

test('a market that closed has no terms to accept', () => {
  expect(priceChangeOf(pick, null, slateAt(1, null))).toEqual({ terms: null, blocks: true });
});

test('of the server and the slate the later one counts', () => {
  const note = { kind: 'changed', terms: worse, at: 5 } as const;
  expect(priceChangeOf(pick, note, slateAt(4, seen))).toEqual({ terms: worse, blocks: true });
  expect(priceChangeOf(pick, note, slateAt(6, seen))).toBeNull();
  expect(priceChangeOf(pick, note, null)).toEqual({ terms: worse, blocks: true });
});

test('what was accepted is not undone by an older slate', () => {
  const renewed = { ...pick, ...worse };
  expect(priceChangeOf(renewed, { kind: 'accepted', at: 5 }, slateAt(4, seen))).toBeNull();
  expect(priceChangeOf(renewed, { kind: 'accepted', at: 5 }, slateAt(6, otherLine))).toEqual({
    terms: otherLine,
    blocks: true,
  });
});

test('a refusal about something else says nothing of the odds', () => {
  const note = { kind: 'refused', words: 'This league does not allow NFL bets', at: 5 } as const;
  expect(priceChangeOf(pick, note, slateAt(4, worse))).toEqual({ terms: worse, blocks: true });
});
