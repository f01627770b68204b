import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#shared/api/endpoint.ts';
import { idempotentCall, removeUnanswered, unansweredCalls } from './idempotent-call.ts';

const place = endpoint({
  method: 'POST',
  path: '/api/tickets',
  access: 'all',
  body: () => z.object({ stake: z.string() }),
  reply: () => z.string(),
});

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  removeUnanswered(); // also what was stored in memory, without a storage
  localStorage.clear();
});

const accepted = () => Promise.resolve(new Response('"placed"', { status: 201 }));
const refused = (status: number) => () => Promise.resolve(new Response('{"message":"no","code":"no"}', { status }));
const silent = () => Promise.reject(new TypeError('Failed to fetch'));

/**
 * Sends the actions one after another, each with its given answer, and returns the idempotency keys of the requests.
 */
async function keys(...sends: [action: string, answer: () => Promise<Response>][]): Promise<(string | null)[]> {
  for (const [action, answer] of sends) {
    fetched.mockImplementationOnce(answer);
    await idempotentCall(action, place, { body: { stake: '100' } }).catch(() => null);
  }
  return fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('an action carries a UUID', async () => {
  const [key] = await keys(['one', accepted]);
  expect(key).toMatch(uuid);
});

test('the same action sent again without an answer has the same key, another action has another', async () => {
  const [first, other, again] = await keys(['one', silent], ['two', silent], ['one', accepted]);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a key outlives a reload: it is stored in the browser until the answer', async () => {
  await keys(['one', silent]);
  expect(unansweredCalls()).toEqual(['one']);
  await keys(['one', accepted]);
  expect(unansweredCalls()).toEqual([]);
});

test('an action whose body changed has the same key: the server must not execute both', async () => {
  await keys(['one', silent]);
  fetched.mockImplementationOnce(accepted);
  await idempotentCall('one', place, { body: { stake: '200' } });
  const [first, second] = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(second).toBe(first);
});

test('a key without an answer is removed when its action is given up', async () => {
  const [first] = await keys(['one', silent]);
  removeUnanswered();
  expect((await keys(['one', accepted])).at(-1)).not.toBe(first);
});

test('a key is spent by any answer that settles what happened', async () => {
  const [first, second, third] = await keys(['one', accepted], ['one', refused(409)], ['one', accepted]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test('a key stays after a 5xx: the server may have executed the action', async () => {
  const [first, again] = await keys(['one', refused(503)], ['one', accepted]);
  expect(again).toBe(first);
});

test('a key outlives a refusal from before the server has checked it', async () => {
  const [first, limited, again] = await keys(['one', silent], ['one', refused(429)], ['one', accepted]);
  expect([limited, again]).toEqual([first, first]);
});

test('a refusal of the second try settles the first one too: the third has a new key', async () => {
  for (const status of [409, 422]) {
    fetched.mockClear();
    const [first, again, third] = await keys(['one', silent], ['one', refused(status)], ['one', accepted]);
    expect(again).toBe(first);
    expect(third).not.toBe(first);
  }
});

test('the refusal of a page of another account settles nothing that was sent before', async () => {
  const otherAccount = () => Promise.resolve(Response.json({ message: 'no', code: 'other-account' }, { status: 409 }));
  const [first, , again] = await keys(['one', silent], ['one', otherAccount], ['one', accepted]);
  expect(again).toBe(first);
});

test('two sends at the same moment share one key', async () => {
  fetched.mockImplementation(accepted);
  await Promise.all([
    idempotentCall('one', place, { body: { stake: '100' } }),
    idempotentCall('one', place, { body: { stake: '100' } }),
  ]);
  const [first, second] = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(second).toBe(first);
});

test('without storage the action is sent, and its key lasts as long as the page', async () => {
  vi.stubGlobal('localStorage', null); // every access throws
  const [first, again] = await keys(['one', silent], ['one', accepted]);
  expect(first).toMatch(uuid);
  expect(again).toBe(first);
  expect(unansweredCalls()).toEqual([]);
});

test('rubbish in the browser store is no obstacle', async () => {
  localStorage.setItem('ching.unanswered', '[not json');
  const [key] = await keys(['one', accepted]);
  expect(key).toMatch(uuid);
});
