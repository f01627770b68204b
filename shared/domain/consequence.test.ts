import { describe, expect, test } from 'vitest';
import { aPrice, ching } from '#shared/testing/examples.ts';
import { consequenceOf, newTicket, shareAtRisk } from './consequence.ts';

const standings = [
  { userId: 'Priya', total: ching(1_300) },
  { userId: 'Sam', total: ching(1_150) },
  { userId: 'Ann', total: ching(1_150) },
  { userId: 'Bob', total: ching(1_050) },
  { userId: 'Cleo', total: ching(900) },
];
const place = (amount: number, rank: number) => ({ total: ching(amount), rank });

describe('a ticket', () => {
  test('leaves its owner with the payout, without the stake, or where they are', () => {
    expect(consequenceOf(standings, 'Ann', [newTicket(ching(100), [aPrice(262)])])).toEqual({
      wins: place(1_412, 1),
      loses: place(1_050, 3),
      returned: place(1_150, 2),
    });
  });

  test('is judged by the member’s own row alone', () => {
    const tickets = [newTicket(ching(100), [aPrice(150)])];
    expect(consequenceOf(standings, 'Cleo', tickets)).toMatchObject({ wins: place(1_050, 4), loses: place(800, 5) });
    expect(consequenceOf(standings, 'Dan', tickets)).toBeNull();
    expect(consequenceOf([], 'Ann', tickets)).toBeNull();
  });

  test('with a won leg pays on that when its other legs are returned', () => {
    const legs = [
      { grade: 'won' as const, price: aPrice(100) },
      { grade: 'push' as const, price: aPrice(300) },
      { grade: null, price: aPrice(200) },
    ];
    expect(consequenceOf(standings, 'Cleo', [{ stake: ching(50), legs }])).toEqual({
      wins: place(1_150, 2),
      loses: place(850, 5),
      returned: place(950, 5),
    });
  });
});

test('several tickets win, lose or are returned together', () => {
  const tickets = [newTicket(ching(100), [aPrice(-110)]), newTicket(ching(60), [aPrice(150)])];
  expect(consequenceOf(standings, 'Bob', tickets)).toEqual({
    wins: place(1_230.91, 2),
    loses: place(890, 5),
    returned: place(1_050, 4),
  });
});

test.each([
  [100, 1_000, '10%'],
  [1, 1_000, 'less than 1%'],
  [5, 1_000, '1%'],
  [999, 1_000, '99%'],
  [1_000, 1_000, '100%'],
])('%d of %d is %s', (stake, available, words) => {
  expect(shareAtRisk(ching(stake), ching(available))).toBe(words);
});
