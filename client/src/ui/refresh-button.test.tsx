import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefreshButton } from './refresh-button.tsx';

let root: Root;
let area: HTMLElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  area = document.body.appendChild(document.createElement('div'));
  root = createRoot(area);
});
afterEach(async () => {
  await act(async () => root.unmount());
  area.remove();
  vi.unstubAllGlobals();
});

test('a refresh runs once at a time, and leaves the focus on its button', async () => {
  let finish = () => {};
  const onRefresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await act(async () => root.render(<RefreshButton onRefresh={onRefresh} />));
  const button = area.querySelector('button');
  const press = () => act(async () => button?.click());
  button?.focus();
  await press();
  await press();
  expect(onRefresh).toHaveBeenCalledOnce();
  expect([button?.disabled, button?.getAttribute('aria-disabled')]).toEqual([false, 'true']);
  expect(document.activeElement).toBe(button);
  await act(async () => finish());
  expect(button?.getAttribute('aria-disabled')).toBe('false');
  await press();
  expect(onRefresh).toHaveBeenCalledTimes(2);
});
