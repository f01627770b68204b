import { expect, test } from 'vitest';
import { getAndRefresh, setAndEvict } from './lru.ts';

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

test('an entry that is read with a refresh stays longer than those that were set after it', () => {
  const entries = new Map<string, object>();
  const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  setAndEvict(entries, 'a', a, 2);
  setAndEvict(entries, 'b', b, 2);
  expect(getAndRefresh(entries, 'a')).toBe(a);
  expect(getAndRefresh(entries, 'd')).toBeUndefined();
  setAndEvict(entries, 'c', c, 2);
  expect([...entries.keys()]).toEqual(['a', 'c']);
});
