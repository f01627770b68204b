import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { RefreshButton } from './refresh-button.tsx';

const page = rootBeforeEach();

test('a refresh runs once at a time, and leaves the focus on its button', async () => {
  let finish = () => {};
  const onRefresh = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  await page.render(<RefreshButton onRefresh={onRefresh} />);
  const button = page.area.querySelector('button');
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
