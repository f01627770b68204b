import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeUnanswered } from '#client/lib/idempotent-call.ts';
import {
  emptySlip,
  type Pick,
  remove,
  reprice,
  type Slip,
  setAmount,
  setMode,
  setParlayAmount,
  toggle,
} from '#shared/domain/slip.ts';
import { aPick, aPrice } from '#shared/testing/examples.ts';
import { placeSlip } from './place-slip.ts';
import { createSlipStore, legId, slipStore } from './store.ts';
import { leagueInDoubt } from './ticket-action.ts';

const leagueId = '0190a000-0000-7000-8000-000000000001';
const spread = { market: 'spread', side: 'away', line: -3.5 } as const;
const chiefs = aPick('espn:1', spread);
const cowboys = aPick('espn:2', spread);

type Sent = { path: string; body: Record<string, unknown>; key: string | null };

/** Stubs `fetch` to answer the requests in order with `answers`; null is a broken connection. Returns the requests. */
function answering(...answers: ({ status: number; body: unknown } | null)[]): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = answers[sent.length];
    sent.push({ path, body: JSON.parse(String(init.body)), key: new Headers(init.headers).get('idempotency-key') });
    if (!answer) throw new TypeError('failed to fetch');
    return Response.json(answer.body, { status: answer.status });
  });
  return sent;
}

function withPicks(...picks: Pick[]): Slip {
  return picks.reduce<Slip>((slip, pick) => {
    const next = toggle(slip, pick);
    return 'title' in next ? slip : setAmount(next, pick, '100');
  }, emptySlip);
}

/** A reply whose connection breaks before its body. */
function brokenOff(status: number): Response {
  const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
  return new Response(body, { status });
}

const placedParlay = { status: 201, body: [] };
const keyReused = {
  status: 422,
  body: { message: 'This Idempotency-Key was used for another bet', code: 'key-reused' },
};
const otherPrice = {
  status: 409,
  body: {
    message: 'The odds have changed.',
    code: 'price-moved',
    current: [{ gameId: 'espn:1', betType: 'spread', betSide: 'away', odds: -125, line: '-4' }],
  },
};

/** Places the slip in its present state. */
const placeNow = () => placeSlip({ slip: slipStore.read().slip, leagueId });

beforeEach(() => {
  localStorage.clear();
  slipStore.change(emptySlip);
});
afterEach(() => vi.unstubAllGlobals());

test('a placed parlay clears the slip', async () => {
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  const sent = answering(placedParlay);
  expect(await placeNow()).toMatchObject({ placed: 1, refusal: null });
  expect(sent[0]).toMatchObject({ path: '/api/bets/parlay', body: { groupId: leagueId, totalAmount: '200' } });
  expect(slipStore.read().slip).toEqual(emptySlip);
});

test('singles are sent one by one with what they would return', async () => {
  slipStore.change(withPicks(chiefs, cowboys));
  const sent = answering(otherPrice, otherPrice);
  await placeNow();
  expect(sent.map(({ body }) => body)).toEqual(
    ['espn:1', 'espn:2'].map((gameId) => ({
      gameId,
      groupId: leagueId,
      betType: 'spread',
      betSide: 'away',
      amount: '100',
      odds: -110,
      line: '-3.5',
      potentialPayout: '190.91',
    })),
  );
});

test('a moved price stays on the slip with what is offered now', async () => {
  slipStore.change(withPicks(chiefs));
  answering(otherPrice);
  expect(await placeNow()).toMatchObject({ placed: 0, isOutdated: true });
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ kind: 'changed', terms: { line: -4, price: -125 } });
});

test('a bet whose earlier try was refused stays on the slip, and is sent again under a new key', async () => {
  slipStore.change(withPicks(chiefs));
  const words = 'Your earlier try was refused, nothing was placed. Please place it again.';
  const sent = answering({ status: 422, body: { message: words, code: 'key-refused' } }, otherPrice);
  expect(await placeNow()).toMatchObject({ placed: 0, earlier: 0 });
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ kind: 'refused', words });
  await placeNow();
  const [first, second] = sent.map(({ key }) => key);
  expect(first).toBeTruthy();
  expect(second).not.toBe(first);
});

test('a single on a locked game leaves the slip, a refused one stays with the server’s words', async () => {
  slipStore.change(withPicks(chiefs, cowboys));
  answering(
    { status: 409, body: { message: 'Betting locked (KC @ BUF)', code: 'locked' } },
    { status: 409, body: { message: 'Total bet amount (100 Ching) exceeds …', code: 'insufficient-balance' } },
  );
  expect(await placeNow()).toMatchObject({ placed: 0, locked: [chiefs] });
  expect(slipStore.read().slip.entries.map((entry) => entry.pick)).toEqual([cowboys]);
  expect(slipStore.read().notes[legId(cowboys)]).toMatchObject({ words: 'Total bet amount (100 Ching) exceeds …' });
});

test('a parlay without an answer goes out again under the same key', async () => {
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  const sent = answering(null, placedParlay);
  await placeNow();
  expect(slipStore.read().slip.entries).toHaveLength(2);
  await placeNow();
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

const again = 'Placing it again is safe: it counts only once.';
const noAnswer = `No answer came, so it may be placed or not. ${again}`;

test.each([
  ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
  ['no answer in time', async () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  ['an answer that breaks off', async () => brokenOff(201)],
  ['an answer that is no JSON', async () => new Response('<html>', { status: 201 })],
  ['an answer of another shape', async () => Response.json({ ok: true }, { status: 201 })],
  ['a 502 without words', async () => new Response('', { status: 502 })],
  ['a 504 of a proxy', async () => new Response('<h1>Gateway Timeout</h1>', { status: 504 })],
])('after %s a single and a parlay may be placed or not, in the same words', async (_, answer) => {
  vi.stubGlobal('fetch', answer);
  slipStore.change(withPicks(chiefs));
  expect(await placeNow()).toMatchObject({ placed: 0, isUnanswered: true, refusal: null });
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ kind: 'refused', words: noAnswer });
  expect(leagueInDoubt(slipStore.read().slip)).toBe(leagueId);
  removeUnanswered();
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  expect(await placeNow()).toMatchObject({ placed: 0, isUnanswered: true, refusal: null });
  expect(slipStore.read().refusal).toBe(noAnswer);
});

test('an answer that does not come ends the wait', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(20_000);
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
  });
  vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
    return signal?.aborted ? Promise.reject(signal.reason) : new Promise(() => undefined);
  });
  slipStore.change(withPicks(chiefs));
  expect(await placeNow()).toMatchObject({ placed: 0, isUnanswered: true });
});

test('after a single without an answer the others are not sent: each would wait as long', async () => {
  const sent = vi.fn(async () => new Response('', { status: 504 }));
  vi.stubGlobal('fetch', sent);
  slipStore.change(withPicks(chiefs, cowboys));
  expect(await placeNow()).toMatchObject({ placed: 0, isUnanswered: true });
  expect(sent).toHaveBeenCalledOnce();
  expect(slipStore.read().slip.entries).toHaveLength(2);
});

test('after a failure that the server reports, the slip says so, and that placing again is safe', async () => {
  slipStore.change(withPicks(chiefs));
  answering({ status: 500, body: { message: 'Something went wrong', code: 'unexpected' } });
  const words = `Something went wrong. ${again}`;
  expect(await placeNow()).toMatchObject({ isUnanswered: false, refusal: { words } });
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ kind: 'refused', words });
});

test('a league that is gone is reported, also after an unanswered try, and the leagues are outdated', async () => {
  slipStore.change(withPicks(chiefs));
  const gone = { status: 404, body: { message: 'League not found', code: 'league-not-found' } };
  answering(null, gone);
  await placeNow();
  expect(await placeNow()).toMatchObject({ isOutdated: true, refusal: { words: 'League not found' } });
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ words: 'League not found' });
});

test('a refusal of the body’s fields names none of them', async () => {
  slipStore.change(withPicks(chiefs));
  answering({ status: 400, body: { message: 'odds: are not American odds', code: 'bad-input' } });
  expect(await placeNow()).toMatchObject({ refusal: { words: 'Failed to place bet' } });
});

test.each([
  ['1,000', '1000'],
  [' 7', '7'],
  ['٢٥', '25'],
])('an amount of %j is sent as "%s"', async (text, amount) => {
  slipStore.change(setAmount(withPicks(chiefs), chiefs, text));
  const sent = answering(otherPrice, otherPrice);
  await placeNow();
  expect(sent[0]?.body).toMatchObject({ amount });
  slipStore.change(setParlayAmount(setMode(withPicks(chiefs, cowboys), 'parlay'), text));
  await placeNow();
  expect(sent[1]?.body).toMatchObject({ totalAmount: amount });
});

test('a refusal without words is a failed bet or a failed parlay', async () => {
  slipStore.change(withPicks(chiefs));
  answering({ status: 400, body: null });
  await placeNow();
  expect(slipStore.read().notes[legId(chiefs)]).toMatchObject({ words: 'Failed to place bet' });
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  answering({ status: 400, body: null });
  await placeNow();
  expect(slipStore.read().refusal).toBe('Failed to place parlay bet');
});

test('a single without an answer keeps its key when its price was accepted and its amount changed meanwhile', async () => {
  slipStore.change(withPicks(chiefs));
  const sent = answering(null, keyReused);
  await placeNow();
  expect(leagueInDoubt(slipStore.read().slip)).toBe(leagueId);
  const accepted = reprice(slipStore.read().slip, chiefs, { line: -4, price: aPrice(-125) });
  slipStore.change(setAmount(accepted, chiefs, '50'));
  expect(await placeNow()).toMatchObject({ placed: 0, earlier: 1, refusal: null, isOutdated: true });
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(slipStore.read().slip).toEqual(emptySlip);
});

test('a parlay that turns out to be placed already leaves the slip', async () => {
  slipStore.change(setMode(withPicks(chiefs, cowboys), 'parlay'));
  answering(null, keyReused);
  await placeNow();
  expect(await placeNow()).toMatchObject({ placed: 0, earlier: 1 });
  expect(slipStore.read().slip).toEqual(emptySlip);
});

test('without an unanswered try no league is in doubt', async () => {
  slipStore.change(withPicks(chiefs));
  answering(otherPrice);
  await placeNow();
  expect(leagueInDoubt(slipStore.read().slip)).toBeNull();
});

test('a second tap while the first is under way sends nothing of its own', async () => {
  slipStore.change(withPicks(chiefs, cowboys));
  const sent = answering(otherPrice, otherPrice);
  const [first, second] = await Promise.all([placeNow(), placeNow()]);
  expect(second).toBe(first);
  expect(sent).toHaveLength(2);
});

test('a slip that another window changed is not sent', async () => {
  slipStore.change(withPicks(chiefs));
  createSlipStore().change(withPicks(cowboys));
  const sent = answering();
  expect(await placeNow()).toMatchObject({ placed: 0, isSuperseded: true });
  expect(sent).toEqual([]);
  expect(slipStore.read().slip.entries.map((entry) => entry.pick)).toEqual([cowboys]);
});

test('a slip that lost a leg after it was confirmed is not sent', async () => {
  const slip = setMode(withPicks(chiefs, cowboys), 'parlay');
  slipStore.change(slip);
  slipStore.change(remove(slip, chiefs));
  const sent = answering();
  expect(await placeSlip({ slip, leagueId })).toMatchObject({ placed: 0, isSuperseded: true });
  expect(sent).toEqual([]);
});

test('a refused parlay stays with the server’s words until the slip changes', async () => {
  const slip = setMode(withPicks(chiefs, cowboys), 'parlay');
  slipStore.change(slip);
  answering({ status: 409, body: { message: 'Betting in this league has ended', code: 'league-ended' } });
  await placeNow();
  expect(slipStore.read()).toMatchObject({ slip, refusal: 'Betting in this league has ended' });
  slipStore.change(setParlayAmount(slip, '10'));
  expect(slipStore.read().refusal).toBeNull();
});

test('a visitor whose session is gone keeps the slip', async () => {
  slipStore.change(withPicks(chiefs));
  answering({ status: 401, body: { message: 'Unauthorized', code: 'unauthorized' } });
  await expect(placeNow()).rejects.toThrow('401: ');
  expect(slipStore.read().slip.entries).toHaveLength(1);
});
