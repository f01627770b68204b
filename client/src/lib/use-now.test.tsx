import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverClock } from './server-clock.ts';
import { useNow } from './use-now.ts';

const opened = new Date('2026-09-13T16:50:00.400Z');
const start = new Date('2026-09-13T17:00:00Z');
let root: Root;
let page: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ now: opened });
  page = document.createElement('div');
  root = createRoot(page);
  act(() => root.render(<Clock />));
});
afterEach(() => {
  act(() => root.unmount());
  vi.useRealTimers();
  serverClock.learn(new Date().toUTCString(), Date.now()); // the clock was set, so this ends a test's correction
  vi.unstubAllGlobals();
});

const starts = () => [start];

function Clock() {
  return useNow(starts).toISOString();
}

/** Advances the time by `ms`. React renders only at its end, as on a busy device. */
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the present is updated in the second of a start', () => {
  pass(start.getTime() - opened.getTime() - 1);
  expect(page.textContent).toBe('2026-09-13T16:59:56.000Z'); // updates at 16:50:06, then every five seconds
  pass(1);
  expect(page.textContent).toBe('2026-09-13T17:00:00.000Z');
});

test('a start is noticed also if nothing was rendered since the last update', () => {
  pass(start.getTime() - opened.getTime());
  expect(page.textContent).toBe('2026-09-13T17:00:00.000Z');
});

test('with no start the present is updated every five seconds', () => {
  pass(5_599);
  expect(page.textContent).toBe(opened.toISOString());
  pass(1);
  expect(page.textContent).toBe('2026-09-13T16:50:06.000Z');
});

test('a reply that lowers the estimate of the time does not undo a start', () => {
  vi.setSystemTime(opened.getTime() + 7_200_000); // a device that is two hours fast
  const learn = (serverTime: string, sentMsAgo: number) =>
    act(() => serverClock.learn(new Date(serverTime).toUTCString(), Date.now() - sentMsAgo));
  learn('2026-09-13T16:50:00Z', 2_000); // a slow reply: the server's clock says 16:50:00 to 16:50:03
  pass(start.getTime() - opened.getTime());
  expect(page.textContent).toBe(start.toISOString());
  const estimate = serverClock.now();
  learn('2026-09-13T16:59:59Z', 0);
  expect(serverClock.now() < estimate).toBe(true);
  expect(page.textContent).toBe(start.toISOString());
  pass(10_000);
  expect(new Date(page.textContent ?? '') > start).toBe(true);
});

test('a first reply that shows a clock two hours off corrects the time at once', () => {
  act(() => serverClock.learn(new Date(opened.getTime() - 7_200_000).toUTCString(), Date.now()));
  expect(page.textContent?.slice(0, 16)).toBe('2026-09-13T14:50');
});
