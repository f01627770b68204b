import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
