import { describe, expect, test } from 'vitest';
import { ching } from '#shared/testing/examples.ts';
import { balance, profitOf, ranked } from './balance.ts';
import { startingBalance } from './money.ts';

test('placing a bet moves money from available to pending and leaves the total', () => {
  expect(balance(ching(1_000), ching(0))).toEqual({ available: 100_000, pending: 0, total: 100_000 });
  expect(balance(ching(750), ching(250))).toEqual({ available: 75_000, pending: 25_000, total: 100_000 });
});

test('available may fall below zero after a corrected score', () => {
  expect(balance(ching(-90.91), ching(0)).total).toBe(ching(-90.91));
});

test('profit is what stands above or below what was given', () => {
  expect(profitOf(ching(1_090.91), startingBalance)).toBe(ching(90.91));
  expect(profitOf(ching(990.91), startingBalance)).toBe(ching(-9.09));
  expect(profitOf(startingBalance, startingBalance)).toBe(0);
});

describe('ranks', () => {
  const ranks = (...totals: number[]) =>
    ranked(totals.map((total) => ({ total: ching(total) }))).map(({ rank }) => rank);

  test('go by total, best first', () => {
    const table = ranked([
      { name: 'Ann', total: ching(900) },
      { name: 'Bob', total: ching(1_200) },
      { name: 'Cleo', total: ching(1_000) },
    ]);
    expect(table.map(({ name, rank }) => [rank, name])).toEqual([
      [1, 'Bob'],
      [2, 'Cleo'],
      [3, 'Ann'],
    ]);
  });

  test('are shared by equal totals, and the next one is skipped', () => {
    expect(ranks(1_200, 1_000, 1_000, 900)).toEqual([1, 2, 2, 4]);
    expect(ranks(1_000, 1_000, 1_000)).toEqual([1, 1, 1]);
    expect(ranks(1_200, 1_200, 900, 900, 900, 100)).toEqual([1, 1, 3, 3, 3, 6]);
  });

  test('differ by a hundredth that the screen does not show', () => {
    expect(ranks(1_090.91, 1_090.9)).toEqual([1, 2]);
  });

  test('are none for nobody', () => {
    expect(ranked([])).toEqual([]);
  });
});
