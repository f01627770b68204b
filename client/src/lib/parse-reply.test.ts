import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { parseReply } from './parse-reply.ts';

const rows = z.array(z.object({ id: z.int(), words: z.string() }));
const words = 'the words of one bet '.repeat(10);
const many = Array.from({ length: 300 }, (_, id) => ({ id, words }));

// On a slow device, where each element takes a millisecond.
beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
});
afterEach(() => vi.restoreAllMocks());

test.each(['[{"id":1', '["half a str', '[1,2'])('%s is no JSON', async (text) => {
  await expect(parseReply(rows, text)).rejects.toThrow(SyntaxError);
});

test('an object where a list is expected is refused', async () => {
  await expect(parseReply(rows, '{"length":100000}')).rejects.toThrow(z.ZodError);
});

test('a long list is parsed as a short one is, and timers run meanwhile', async () => {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  });
  expect(await parseReply(rows, JSON.stringify(many))).toEqual(many);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(0);
});

test('one wrong element refuses the whole list', async () => {
  const text = JSON.stringify([...many, { id: 'no number', words }]);
  await expect(parseReply(rows, text)).rejects.toThrow(z.ZodError);
});

test('parsing ends when its signal is aborted', async () => {
  const leaving = new AbortController();
  const answer = parseReply(rows, JSON.stringify(many), leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
});
