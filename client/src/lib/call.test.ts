import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { endpoint, unreachableHeader } from '#shared/api/endpoint.ts';
import { CallError, call, callOverLeagues, isUnauthorized, NoAnswerError, wordsOf } from './call.ts';

const rename = endpoint({
  method: 'POST',
  path: '/api/things/:id{/:part}',
  access: 'all',
  params: () => z.object({ id: z.string(), part: z.string().optional() }),
  body: () => z.object({ name: z.string().min(1, 'Please enter a name').max(60, 'must be at most 60 characters') }),
  reply: () => z.object({ count: z.string().transform(Number) }),
});
const list = endpoint({ method: 'GET', path: '/api/things', access: 'all', reply: () => z.array(z.string()) });

const fetched = vi.fn<typeof fetch>();

beforeEach(() => vi.stubGlobal('fetch', fetched));

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  localStorage.clear();
});

function answers(body: unknown, init?: ResponseInit) {
  fetched.mockResolvedValue(new Response(typeof body === 'string' ? body : JSON.stringify(body), init));
}

function sent() {
  const [url, init] = fetched.mock.calls[0] ?? [];
  return { url, ...init, headers: new Headers(init?.headers) };
}

test('a call fills in the path, sends cookies and JSON, and parses the answer', async () => {
  answers({ count: '3' });
  expect(await call(rename, { params: { id: 'a/b' }, body: { name: 'x' } })).toEqual({ count: 3 });
  expect(sent()).toMatchObject({
    url: '/api/things/a%2Fb',
    method: 'POST',
    credentials: 'include',
    body: '{"name":"x"}',
  });
  expect(sent().headers.get('content-type')).toBe('application/json');
});

test('a reply over leagues says how many of them it leaves out', async () => {
  answers(['one'], { headers: { [unreachableHeader]: '2' } });
  expect(await callOverLeagues(list)).toEqual({ reply: ['one'], unreachable: 2 });
  answers(['one', 'two']);
  expect(await callOverLeagues(list)).toEqual({ reply: ['one', 'two'], unreachable: 0 });
});

test('an optional part of the path is there when its value is', async () => {
  answers({ count: '3' });
  await call(rename, { params: { id: '1', part: '2' }, body: { name: 'x' } });
  expect(sent().url).toBe('/api/things/1/2');
});

test('a call without a body has no content type', async () => {
  answers([]);
  await call(list);
  expect(sent().headers.has('content-type')).toBe(false);
  expect(sent().headers.has('x-demo-user')).toBe(false);
});

test('the id of a stored demo user is sent, an invalid one is not', async () => {
  localStorage.setItem('demoUser', '{"id":"demo-7","name":"Demo"}');
  answers([]);
  await call(list);
  expect(sent().headers.get('x-demo-user')).toBe('demo-7');

  fetched.mockClear();
  localStorage.setItem('demoUser', 'demo-7');
  answers([]);
  await call(list);
  expect(sent().headers.has('x-demo-user')).toBe(false);
});

test('a refusal becomes an error with status, body text and the words for people', async () => {
  const body = '{"message":"This league is over","code":"league-over"}';
  answers(body, { status: 409 });
  const error = await call(list).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallError);
  expect(error).toMatchObject({ status: 409, message: `409: ${body}`, refusal: { code: 'league-over' } });
  expect(wordsOf(error, 'Failed')).toBe('This league is over');
});

test('a reply without a body has its status text as message', async () => {
  answers('', { status: 502, statusText: 'Bad Gateway' });
  const error = await call(list).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ message: '502: Bad Gateway', refusal: null });
  expect(wordsOf(error, 'Failed')).toBe('Failed');
});

test('no reply is another error than a refusal', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(call(list)).rejects.toBeInstanceOf(NoAnswerError);
});

/** A reply whose connection breaks after the first bytes of the body. */
function brokenReply(cause: unknown, init?: ResponseInit): Response {
  let isStarted = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isStarted) return controller.error(cause);
      isStarted = true;
      controller.enqueue(new TextEncoder().encode('{"count":'));
    },
  });
  return new Response(body, init);
}

test.each([200, 201, 409])('a connection that breaks in the body of a %i is no reply either', async (status) => {
  fetched.mockResolvedValue(brokenReply(new TypeError('network error'), { status }));
  await expect(call(list)).rejects.toBeInstanceOf(NoAnswerError);
});

test('a call that is aborted while its body arrives rejects with its reason', async () => {
  const reason = new DOMException('stop', 'AbortError');
  fetched.mockResolvedValue(brokenReply(reason));
  await expect(call(list, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('an aborted call rejects with its reason', async () => {
  const reason = new DOMException('stop', 'AbortError');
  fetched.mockRejectedValue(reason);
  await expect(call(list, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('a reply that does not match its schema is an error', async () => {
  answers([1]);
  await expect(call(list)).rejects.toBeInstanceOf(z.ZodError);
});

test('a body that the server would refuse is not sent, and fails with the server’s message', async () => {
  const error = await call(rename, { params: { id: '1' }, body: { name: '' } }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ status: 400 });
  expect(wordsOf(error, 'Failed')).toBe('Please enter a name');
  expect(fetched).not.toHaveBeenCalled();
});

test('a body that is not sent names its wrong field, by the label on the screen', async () => {
  const labels = { name: 'League Name' };
  const body = { name: 'x'.repeat(61) };
  const error = await call(rename, { params: { id: '1' }, body, labels }).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ field: 'name' });
  expect(wordsOf(error, 'Failed')).toBe('League Name must be at most 60 characters');
});

test('only a 401 that says Unauthorized means that nobody is signed in', () => {
  const said = (status: number, message: string) => new CallError(status, JSON.stringify({ message, code: 'x' }));
  expect(isUnauthorized(said(401, 'Unauthorized'))).toBe(true);
  expect(isUnauthorized(said(401, 'Invalid email or password'))).toBe(false);
  expect(isUnauthorized(said(403, 'Unauthorized'))).toBe(false);
});
