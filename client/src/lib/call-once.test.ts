import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/api/endpoint.ts';
import { callOnce, forgetUnanswered } from './call-once.ts';

const place = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'all',
  body: z.object({ stake: z.string() }),
  reply: z.string(),
});

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  localStorage.clear();
});

const accepted = () => Promise.resolve(new Response('"placed"', { status: 201 }));
const refused = (status: number) => () => Promise.resolve(new Response('{"message":"no","code":"no"}', { status }));
const silent = () => Promise.reject(new TypeError('Failed to fetch'));

/** Sends the tickets one after the other, each answered as said, and returns the keys that they carried. */
async function keys(...sends: [stake: string, answer: () => Promise<Response>][]): Promise<(string | null)[]> {
  for (const [stake, answer] of sends) {
    fetched.mockImplementationOnce(answer);
    await callOnce(place, { body: { stake } }).catch(() => null);
  }
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
}

test('a ticket carries a UUID', async () => {
  const [key] = await keys(['100', accepted]);
  expect(key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('the same ticket sent again after silence carries the same key, another ticket another one', async () => {
  const [first, other, again] = await keys(['100', silent], ['200', silent], ['100', accepted]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a key outlives a reload: it is kept in the browser until the answer', async () => {
  await keys(['100', silent]);
  expect(Object.keys(JSON.parse(localStorage.getItem('ching.unanswered') ?? '{}'))).toHaveLength(1);
  await keys(['100', accepted]);
  expect(localStorage.getItem('ching.unanswered')).toBe('{}');
});

test('a key without an answer goes with what it was for', async () => {
  const [first] = await keys(['100', silent]);
  forgetUnanswered();
  expect((await keys(['100', accepted])).at(-1)).not.toBe(first);
});

test('a key is spent by any answer that settles what happened', async () => {
  const [first, second, third] = await keys(['100', accepted], ['100', refused(409)], ['100', accepted]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test('a key is kept when the server broke down: it may have acted', async () => {
  const [first, again] = await keys(['100', refused(503)], ['100', accepted]);
  expect(again).toBe(first);
});

test('two sends at the same moment share one key', async () => {
  fetched.mockImplementation(accepted);
  await Promise.all([callOnce(place, { body: { stake: '100' } }), callOnce(place, { body: { stake: '100' } })]);
  const [first, second] = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(second).toBe(first);
});

test('rubbish in the browser store is no obstacle', async () => {
  localStorage.setItem('ching.unanswered', '[not json');
  const [key] = await keys(['100', accepted]);
  expect(key).not.toBeNull();
});
