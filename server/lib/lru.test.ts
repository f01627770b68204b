import { expect, test } from 'vitest';
import { setNewest } from './lru.ts';

test('as many entries as allowed are kept, those that were set last', () => {
  const kept = new Map<string, number>();
  for (const [key, value] of [
    ['a', 1],
    ['b', 2],
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ] as const)
    setNewest(kept, key, value, 3);
  expect([...kept]).toEqual([
    ['a', 3],
    ['c', 4],
    ['d', 5],
  ]);
});
