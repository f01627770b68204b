import { expect, test } from 'vitest';
import { counted, showCount } from './count.ts';

test('a count has thousands separators, below zero too', () => {
  expect([0, 999, 1_000, -1_000, 1_234_567].map(showCount)).toEqual(['0', '999', '1,000', '-1,000', '1,234,567']);
});

test('one is singular, none and several are plural', () => {
  expect([0, 1, 2, 2_000].map((count) => counted(count, 'bet'))).toEqual(['0 bets', '1 bet', '2 bets', '2,000 bets']);
});
