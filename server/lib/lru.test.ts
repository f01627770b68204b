import { expect, test } from 'vitest';
import { setAndEvict } from './lru.ts';

test('as many entries as allowed stay, those that were set last', () => {
  const entries = new Map<string, number>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ] as const)
    setAndEvict(entries, key, value, 3);
  expect([...entries]).toEqual([
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ]);
});
