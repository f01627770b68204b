import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Topic } from '#shared/api/events.ts';
import { changesWith, onTopic, startLive } from './live.ts';

/** An EventSource whose events the test sends. */
class FakeEventSource extends EventTarget {
  static all: FakeEventSource[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  constructor() {
    super();
    FakeEventSource.all.push(this);
  }
  close() {
    this.isClosed = true;
  }
}

let client: QueryClient;
let stop: () => void;
let isHidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  isHidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  FakeEventSource.all = [];
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  stop = startLive(client, () => new FakeEventSource() as unknown as EventSource);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

const stream = () => FakeEventSource.all.at(-1) as FakeEventSource;
const say = (...topics: string[]) => {
  for (const data of topics) stream().onmessage?.({ data });
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function show(hidden: boolean) {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Shows a query until `leave` is called. `read` is its spied fetch. */
async function onScreen(topic: Topic, answer: () => Promise<unknown> = async () => null) {
  const read = vi.fn(answer);
  const meta = changesWith((changed) => changed === topic);
  const options = { queryKey: [topic, FakeEventSource.all.length, Math.random()], queryFn: read, meta };
  const observer = new QueryObserver(client, options);
  const leave = observer.subscribe(() => undefined);
  await pass(0);
  return { read, leave, comeBack: () => new QueryObserver(client, options).subscribe(() => undefined) };
}

test('a changed query is refetched within half a second, and no other query', async () => {
  const [nfl, mlb] = [await onScreen('sport:NFL'), await onScreen('sport:MLB')];
  say('sport:NFL', 'nonsense', 'sport:NFL');
  await pass(100);
  expect(nfl.read).toHaveBeenCalledTimes(1); // not before the caches of every process are up to date
  await pass(400);
  expect([nfl.read, mlb.read].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});

test('a listener hears each topic, and nothing else, until it stops', () => {
  const heard: Topic[] = [];
  const stopHearing = onTopic((topic) => heard.push(topic));
  say('user:ann', 'nonsense', 'league:1');
  stopHearing();
  say('user:ann');
  expect(heard).toEqual(['user:ann', 'league:1']);
});

test('a query that changes all the time is refetched once a second', async () => {
  const { read } = await onScreen('sport:NFL');
  for (let tenths = 0; tenths < 100; tenths += 1) {
    say('sport:NFL');
    await pass(100);
  }
  expect(read.mock.calls.length - 1).toBeGreaterThanOrEqual(9);
  expect(read.mock.calls.length - 1).toBeLessThanOrEqual(10);
});

test('on a slow connection a running fetch ends before the next one starts', async () => {
  const answers: (() => void)[] = [];
  const { read } = await onScreen('sport:NFL', () => new Promise((done) => answers.push(() => done(null))));
  for (let seconds = 0; seconds < 5; seconds += 1) {
    say('sport:NFL');
    await pass(1_000);
  }
  expect(read).toHaveBeenCalledTimes(1);
  answers[0]?.();
  await pass(1_000);
  expect(read).toHaveBeenCalledTimes(2);
});

test('after a slow refetch the next one starts only after ten times as long', async () => {
  const slow = async () => new Promise<null>((done) => setTimeout(done, 800, null));
  const { read } = await onScreen('sport:NFL', slow);
  await pass(800);
  say('sport:NFL');
  await pass(400 + 800);
  expect(read).toHaveBeenCalledTimes(2);
  say('sport:NFL');
  await pass(7_000 - 400);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(1_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('after a refetch that took hours, because the device slept, the next one starts within half a minute', async () => {
  const asleep = async () => new Promise<null>((done) => setTimeout(done, 8 * 3_600_000, null));
  const { read } = await onScreen('sport:NFL', asleep);
  await pass(8 * 3_600_000);
  say('sport:NFL');
  await pass(400 + 8 * 3_600_000);
  expect(read).toHaveBeenCalledTimes(2);
  say('sport:NFL');
  await pass(30_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('a device clock that is set back two hours stops no refetch', async () => {
  const { read } = await onScreen('sport:NFL');
  say('sport:NFL');
  await pass(500);
  expect(read).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() - 2 * 3_600_000);
  say('sport:NFL');
  await pass(2_000);
  expect(read).toHaveBeenCalledTimes(3);
});

test('the own refreshes and failures of a query do not delay the refetch after a change', async () => {
  let works = true;
  const { read } = await onScreen('sport:NFL', async () => (works ? null : Promise.reject(new Error('no answer'))));
  say('sport:NFL');
  await pass(30_000);
  await client.refetchQueries();
  say('sport:NFL');
  await pass(500);
  expect(read).toHaveBeenCalledTimes(4);
  works = false;
  await pass(1_000);
  say('sport:NFL');
  await pass(30_000);
  works = true;
  await client.refetchQueries();
  say('sport:NFL');
  await pass(500);
  expect(read).toHaveBeenCalledTimes(7);
});

test('a query that is not on screen is refetched when it is shown again', async () => {
  const { read, leave, comeBack } = await onScreen('sport:NFL');
  leave();
  say('sport:NFL');
  await pass(2_000);
  expect(read).toHaveBeenCalledTimes(1);
  const leaveAgain = comeBack();
  await pass(0);
  expect(read).toHaveBeenCalledTimes(2);
  leaveAgain();
});

test('a query without a live meta is never refetched', async () => {
  const read = vi.fn(async () => null);
  const leave = new QueryObserver(client, { queryKey: ['mine'], queryFn: read }).subscribe(() => undefined);
  stream().onopen?.();
  say('sport:NFL');
  await pass(2_000);
  expect(read).toHaveBeenCalledTimes(1);
  leave();
});

test('a hidden page disconnects, and refetches when it is shown', async () => {
  const { read } = await onScreen('sport:NFL');
  show(true);
  expect([FakeEventSource.all.length, stream().isClosed]).toEqual([1, true]);
  show(false);
  expect([FakeEventSource.all.length, stream().isClosed]).toEqual([2, false]);
  stream().onopen?.();
  await pass(500);
  expect(read).toHaveBeenCalledTimes(2);
});

describe('after a lost connection', () => {
  test('the page reconnects with growing backoff, and refetches what it missed', async () => {
    const { read } = await onScreen('sport:NFL');
    for (const [most, least] of [
      [1_000, 500],
      [2_000, 1_000],
      [4_000, 2_000],
    ] as const) {
      const before = FakeEventSource.all.length;
      stream().onerror?.();
      expect(stream().isClosed).toBe(true);
      await pass(least - 1);
      expect(FakeEventSource.all).toHaveLength(before);
      await pass(most - least + 1);
      expect(FakeEventSource.all).toHaveLength(before + 1);
    }
    expect(read).toHaveBeenCalledTimes(1);
    stream().onopen?.();
    await pass(500);
    expect(read).toHaveBeenCalledTimes(2);
    stream().onerror?.();
    await pass(1_000); // the backoff starts again
    expect(FakeEventSource.all).toHaveLength(5);
  });

  test('a page that is hidden meanwhile reconnects when it is shown', async () => {
    stream().onerror?.();
    show(true);
    await pass(60_000);
    expect(FakeEventSource.all).toHaveLength(1);
    show(false);
    expect(FakeEventSource.all).toHaveLength(2);
  });
});

test('once stopped it neither connects nor refetches', async () => {
  const { read } = await onScreen('sport:NFL');
  say('sport:NFL');
  stop();
  show(true);
  show(false);
  await pass(5_000);
  expect([read.mock.calls.length, FakeEventSource.all.length, stream().isClosed]).toEqual([1, 1, true]);
});
