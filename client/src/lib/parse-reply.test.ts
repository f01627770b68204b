import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { elementsOf, parseReply } from './parse-reply.ts';

const rows = z.array(z.object({ id: z.int(), words: z.string() }));
const words = 'the words of one bet '.repeat(10);
const many = Array.from({ length: 20_000 }, (_, id) => ({ id, words }));

test('a list falls into the texts of its elements, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (list) => {
      for (const text of [JSON.stringify(list), JSON.stringify(list, null, 2)]) {
        expect([...elementsOf(text)].map((element) => JSON.stringify(JSON.parse(element)))).toEqual(
          list.map((element) => JSON.stringify(element)),
        );
      }
    }),
  );
});

test.each(['[{"id":1', '["half a str', '[1,2'])('%s is no list', (text) => {
  expect(() => [...elementsOf(text)]).toThrow(SyntaxError);
});

test('a long list is read as a short one is, and others get their turn meanwhile', async () => {
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  expect(await parseReply(rows, JSON.stringify(many))).toEqual(many);
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
});

test('what did not change in a long list stays the same object', async () => {
  const first = await parseReply(rows, JSON.stringify(many));
  const second = await parseReply(rows, JSON.stringify([{ id: -1, words }, ...many.slice(1)]));
  if (!Array.isArray(first) || !Array.isArray(second)) throw new Error('lists are expected');
  expect(second[0]).toEqual({ id: -1, words });
  expect(second.slice(1).every((row, at) => row === first[at + 1])).toBe(true);
});

test('one wrong element refuses the whole list', async () => {
  const text = JSON.stringify([...many, { id: 'no number', words }]);
  await expect(parseReply(rows, text)).rejects.toThrow(z.ZodError);
});

test('reading ends when nobody waits for it any more', async () => {
  const leaving = new AbortController();
  const answer = parseReply(
    z.array(z.object({ id: z.int(), words: z.string() })),
    JSON.stringify(many),
    leaving.signal,
  );
  leaving.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
