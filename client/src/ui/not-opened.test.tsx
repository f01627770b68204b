import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { NotOpened } from './not-opened.tsx';

const page = rootBeforeEach();
let opener: HTMLButtonElement;

beforeEach(() => {
  opener = document.body.appendChild(document.createElement('button'));
});
test('a dialog that did not open has the focus, closes on Escape, and gives the focus back', async () => {
  const onClose = vi.fn();
  opener.focus();
  const failure = { kind: 'missing', tryAgain: () => undefined } as const;
  await page.render(<NotOpened failure={failure} onClose={onClose} />);
  const panel = document.querySelector('[role=dialog]');
  expect(document.activeElement).toBe(panel);
  await act(async () => panel?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalledOnce();
  await page.render(null);
  expect(document.activeElement).toBe(opener);
});
