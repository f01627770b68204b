import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/api/endpoint.ts';
import { call } from './call.ts';
import { createQueryClient } from './query-client.ts';
import { retryAfterTooMany } from './retry-after.ts';

const list = endpoint({ method: 'GET', path: '/api/things', access: 'all', reply: () => z.array(z.string()) });
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

const refused = (status: number, retryAfter?: string) => () =>
  Promise.resolve(new Response('{}', { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }));
const load = () =>
  createQueryClient({ onUnauthorized: () => undefined, onOtherAccount: () => undefined })
    .fetchQuery({ queryKey: ['things'], queryFn: () => call(list), ...retryAfterTooMany })
    .catch((error: Error) => error.message);

test('a list that is refused with 429 is asked for again after Retry-After', async () => {
  fetched.mockImplementationOnce(refused(429, '5')).mockResolvedValueOnce(new Response('["a"]'));
  const loaded = load();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await loaded).toEqual(['a']);
});

test('the third refusal is the answer', async () => {
  fetched.mockImplementation(refused(429, '5'));
  const loaded = load();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loaded).toBe('429: {}');
  expect(fetched).toHaveBeenCalledTimes(3);
});

test.each([
  ['without Retry-After', refused(429)],
  ['with a Retry-After in words', refused(429, 'Wed, 21 Oct 2026 07:28:00 GMT')],
  ['with a Retry-After longer than a person waits', refused(429, '900')],
  ['with another status', refused(503, '1')],
])('a refusal %s is not retried', async (_name, answer) => {
  fetched.mockImplementation(answer);
  const loaded = load();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await loaded).toContain('{}');
  expect(fetched).toHaveBeenCalledTimes(1);
});
