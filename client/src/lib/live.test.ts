import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Topic } from '#shared/api/events.ts';
import { changesWith, startLive } from './live.ts';

/** The browser's end of a stream: the test says what comes. */
class Line extends EventTarget {
  static all: Line[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;
  constructor() {
    super();
    Line.all.push(this);
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
  Line.all = [];
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } });
  stop = startLive(client, () => new Line() as unknown as EventSource);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const line = () => Line.all.at(-1) as Line;
const say = (...topics: string[]) => {
  for (const data of topics) line().onmessage?.({ data });
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function show(hidden: boolean) {
  isHidden = hidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A query that is on screen until `leave` is called, and how often it was read. */
async function onScreen(topic: Topic, answer: () => Promise<unknown> = async () => null) {
  const read = vi.fn(answer);
  const meta = changesWith((changed) => changed === topic);
  const options = { queryKey: [topic, Line.all.length, Math.random()], queryFn: read, meta };
  const observer = new QueryObserver(client, options);
  const leave = observer.subscribe(() => undefined);
  await pass(0);
  return { read, leave, comeBack: () => new QueryObserver(client, options).subscribe(() => undefined) };
}

test('what changed is read anew within half a second, and nothing else', async () => {
  const [nfl, mlb] = [await onScreen('sport:NFL'), await onScreen('sport:MLB')];
  say('sport:NFL', 'nonsense', 'sport:NFL');
  await pass(100);
  expect(nfl.read).toHaveBeenCalledTimes(1); // every process of the server knows by then
  await pass(400);
  expect([nfl.read, mlb.read].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
});

test('what changes all the time is read once a second', async () => {
  const { read } = await onScreen('sport:NFL');
  for (let tenths = 0; tenths < 100; tenths += 1) {
    say('sport:NFL');
    await pass(100);
  }
  expect(read.mock.calls.length - 1).toBeGreaterThanOrEqual(9);
  expect(read.mock.calls.length - 1).toBeLessThanOrEqual(10);
});

test('on a slow line an answer comes through before the next is asked for', async () => {
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

test('what takes long to come is read again only after ten times as long', async () => {
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

test('what came after hours, since the device slept, is read again within half a minute', async () => {
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

test('what was refreshed by itself meanwhile, or failed, is read as soon after a change as ever', async () => {
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

test('what is not on screen is read when it is shown again', async () => {
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

test('a query that says nothing of topics is left alone', async () => {
  const read = vi.fn(async () => null);
  const leave = new QueryObserver(client, { queryKey: ['mine'], queryFn: read }).subscribe(() => undefined);
  line().onopen?.();
  say('sport:NFL');
  await pass(2_000);
  expect(read).toHaveBeenCalledTimes(1);
  leave();
});

test('a hidden page does not listen, and reads what it missed when it is shown', async () => {
  const { read } = await onScreen('sport:NFL');
  show(true);
  expect([Line.all.length, line().isClosed]).toEqual([1, true]);
  show(false);
  expect([Line.all.length, line().isClosed]).toEqual([2, false]);
  line().onopen?.();
  await pass(500);
  expect(read).toHaveBeenCalledTimes(2);
});

describe('after a break', () => {
  test('it listens again, ever later while nobody answers, and reads what it missed', async () => {
    const { read } = await onScreen('sport:NFL');
    for (const [most, least] of [
      [1_000, 500],
      [2_000, 1_000],
      [4_000, 2_000],
    ] as const) {
      const before = Line.all.length;
      line().onerror?.();
      expect(line().isClosed).toBe(true);
      await pass(least - 1);
      expect(Line.all).toHaveLength(before);
      await pass(most - least + 1);
      expect(Line.all).toHaveLength(before + 1);
    }
    expect(read).toHaveBeenCalledTimes(1);
    line().onopen?.();
    await pass(500);
    expect(read).toHaveBeenCalledTimes(2);
    line().onerror?.();
    await pass(1_000); // the first wait again
    expect(Line.all).toHaveLength(5);
  });

  test('a page that is hidden meanwhile waits until it is shown', async () => {
    line().onerror?.();
    show(true);
    await pass(60_000);
    expect(Line.all).toHaveLength(1);
    show(false);
    expect(Line.all).toHaveLength(2);
  });
});

test('once stopped it neither listens nor reads', async () => {
  const { read } = await onScreen('sport:NFL');
  say('sport:NFL');
  stop();
  show(true);
  show(false);
  await pass(5_000);
  expect([read.mock.calls.length, Line.all.length, line().isClosed]).toEqual([1, 1, true]);
});
