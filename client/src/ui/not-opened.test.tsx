import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NotOpened } from './not-opened.tsx';

let root: Root;
let opener: HTMLButtonElement;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  opener = document.body.appendChild(document.createElement('button'));
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

test('a dialog that did not open has the focus, closes on Escape, and gives the focus back', async () => {
  const onClose = vi.fn();
  opener.focus();
  const failure = { kind: 'missing', tryAgain: () => undefined } as const;
  await act(async () => root.render(<NotOpened failure={failure} onClose={onClose} />));
  const panel = document.querySelector('[role=dialog]');
  expect(document.activeElement).toBe(panel);
  await act(async () => panel?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(onClose).toHaveBeenCalledOnce();
  await act(async () => root.render(null));
  expect(document.activeElement).toBe(opener);
});
