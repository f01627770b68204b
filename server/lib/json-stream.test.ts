import { expect, test } from 'vitest';
import { jsonParts } from './json-stream.ts';

async function* listOf<T>(...elements: T[]) {
  yield* elements;
}

async function partsOf(value: object): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of jsonParts(value)) parts.push(part.toString());
  return parts;
}

test('lists that are read while they are written are JSON, within each other and empty', async () => {
  const at = new Date(0);
  const [text = '', ...more] = await partsOf({
    at,
    none: null,
    plain: { a: [1, '"', { b: true }] },
    empty: listOf(),
    leagues: listOf({ id: 1, tickets: listOf('a', 'b') }, { id: 2, tickets: listOf() }),
  });
  expect(more).toEqual([]);
  expect(JSON.parse(text)).toEqual({
    at: at.toISOString(),
    none: null,
    plain: { a: [1, '"', { b: true }] },
    empty: [],
    leagues: [
      { id: 1, tickets: ['a', 'b'] },
      { id: 2, tickets: [] },
    ],
  });
});

test('a long text comes in parts, before its lists are read to their end', async () => {
  let read = 0;
  async function* many() {
    for (; read < 1_000; read += 1) yield 'é'.repeat(1_000);
  }
  const parts = jsonParts({ many: many() });
  const first = await parts.next();
  expect(first.done).toBe(false);
  expect(read).toBeLessThan(100);
  let text = String(first.value);
  for await (const part of parts) text += part.toString();
  expect(JSON.parse(text).many).toHaveLength(1_000);
});
