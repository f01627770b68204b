import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

test('an element of a list that a refetch did not change at its place stays the same object', async () => {
  const client = createQueryClient({ onUnauthorized: () => undefined, onOtherAccount: () => undefined });
  const listOf = (first: string) => [
    { id: first },
    { id: 'two', placedAt: '2026-09-10T17:00:00.000Z', legs: [{ id: 3 }] },
  ];
  const refetched = async (first: string) => {
    await client.fetchQuery({ queryKey: ['list'], queryFn: async () => listOf(first), staleTime: 0 });
    return client.getQueryData<ReturnType<typeof listOf>>(['list']) ?? [];
  };
  const before = await refetched('one');
  const after = await refetched('changed');
  expect(after).toEqual(listOf('changed'));
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
});
