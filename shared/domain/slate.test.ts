import { describe, expect, test } from 'vitest';
import type { GameStatus } from './phase.ts';
import { inFilter, slateCounts, slateFilters, slateOrder } from './slate.ts';

const game = (id: string, status: GameStatus, hour: number) => ({
  id,
  status,
  startsAt: new Date(Date.UTC(2026, 10, 22, hour)),
});

const games = [
  game('final early', 'final', 13),
  game('next', 'scheduled', 18),
  game('live late', 'live', 17),
  game('called off', 'canceled', 14),
  game('put off', 'postponed', 19),
  game('last', 'scheduled', 23),
  game('stopped', 'suspended', 16),
  game('final late', 'final', 15),
];

test('a slate goes live, upcoming by ascending start, finished by descending start', () => {
  expect(slateOrder(games).map(({ id }) => id)).toEqual([
    'stopped',
    'live late',
    'next',
    'put off',
    'last',
    'final late',
    'called off',
    'final early',
  ]);
});

test('games of one phase and start stand by id, and the given list is left alone', () => {
  const given = [
    game('b', 'scheduled', 18),
    game('a', 'scheduled', 18),
    game('d', 'final', 12),
    game('c', 'final', 12),
  ];
  expect(slateOrder(given).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
  expect(given.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
});

describe('the filter tabs', () => {
  test('have the order of docs/screens.md#slate', () => {
    expect(slateFilters).toEqual(['All', 'Live', 'Upcoming', 'Finished']);
  });

  test('count their games', () => {
    expect(slateCounts(games)).toEqual({ All: 8, Live: 2, Upcoming: 3, Finished: 3 });
    expect(slateCounts([])).toEqual({ All: 0, Live: 0, Upcoming: 0, Finished: 0 });
  });

  test('hold the games that they count', () => {
    expect(games.filter((one) => inFilter(one, 'Live')).map(({ id }) => id)).toEqual(['live late', 'stopped']);
  });
});
