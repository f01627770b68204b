import { describe, expect, test } from 'vitest';
import { aPrice, ching } from '#shared/testing/examples.ts';
import type { Grade } from './grade.ts';
import { mostBack, priceInForce, verdict } from './settle.ts';

const words: Record<string, Grade | null> = { W: 'won', L: 'lost', P: 'push', V: 'void', O: null };

function legs(letters: string, prices: readonly number[]) {
  return [...letters].map((letter, at) => ({ grade: words[letter] ?? null, price: aPrice(prices[at] ?? Number.NaN) }));
}

describe('a single of 100 Ching at -110', () => {
  test.each<[string, Grade, number]>([
    ['W', 'won', 190.91],
    ['L', 'lost', 0],
    ['P', 'push', 100],
    ['V', 'void', 100],
  ])('%s is %s and gives back %d', (letter, grade, back) => {
    expect(verdict(ching(100), legs(letter, [-110]))).toEqual({ grade, back: ching(back) });
  });

  test('has no verdict while it is open', () => {
    expect(verdict(ching(100), legs('O', [-110]))).toBeNull();
  });
});

describe('a parlay of 100 Ching at +100, +150 and -200', () => {
  // The legs multiply by 2, 2.5 and 1.5; pushed and void legs by 1.
  test.each<[string, Grade, number]>([
    ['WWW', 'won', 750],
    ['WWP', 'won', 500],
    ['WPW', 'won', 300],
    ['PWW', 'won', 375],
    ['WPP', 'won', 200],
    ['PWP', 'won', 250],
    ['PPW', 'won', 150],
    ['PPP', 'push', 100],
    ['WWV', 'won', 500],
    ['VPW', 'won', 150],
    ['VPP', 'push', 100],
    ['VVV', 'void', 100],
    ['WWL', 'lost', 0],
    ['LPP', 'lost', 0],
    ['LVV', 'lost', 0],
    ['LOO', 'lost', 0],
    ['WOL', 'lost', 0],
  ])('%s is %s and gives back %d', (letters, grade, back) => {
    expect(verdict(ching(100), legs(letters, [100, 150, -200]))).toEqual({ grade, back: ching(back) });
  });

  test.each(['OOO', 'WWO', 'PPO', 'VWO', 'OWW'])('%s has no verdict yet', (letters) => {
    expect(verdict(ching(100), legs(letters, [100, 150, -200]))).toBeNull();
  });
});

test('three legs at -110 on 1,000 give back 6,957.93, and 3,644.63 when one of them pushes', () => {
  expect(verdict(ching(1_000), legs('WWW', [-110, -110, -110]))?.back).toBe(ching(6_957.93));
  expect(verdict(ching(1_000), legs('WPW', [-110, -110, -110]))?.back).toBe(ching(3_644.63));
});

describe('a parlay of 100 Ching at +100, +150 and -200, before it is settled', () => {
  test.each<[string, number, number | null]>([
    ['OOO', 750, 650],
    ['WOO', 750, 650],
    ['OPO', 300, 200],
    ['PVO', 150, -200],
    ['LOO', 0, 650],
    ['PPV', 100, null],
  ])('%s can still give back %d, at a price of %s', (letters, back, price) => {
    const ticket = legs(letters, [100, 150, -200]);
    expect([mostBack(ching(100), ticket), priceInForce(ticket)]).toEqual([ching(back), price]);
  });
});
