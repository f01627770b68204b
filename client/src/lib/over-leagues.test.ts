import { expect, test } from 'vitest';
import { refreshWhileParted } from './over-leagues.ts';
import { refreshMs } from './query-client.ts';

test('a list refreshes by itself while it leaves leagues out, and only then', () => {
  const intervalOf = (unreachable: number) => refreshWhileParted({ state: { data: { reply: [], unreachable } } });
  expect([intervalOf(0), intervalOf(1)]).toEqual([false, refreshMs]);
  expect(refreshWhileParted({ state: { data: undefined } })).toBe(false);
});
