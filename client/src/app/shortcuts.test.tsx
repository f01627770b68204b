import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { setShortcuts } from '#client/lib/shortcuts.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Shortcuts } from './shortcuts.tsx';
import '#client/features/how-to-play/shortcuts-dialog.tsx'; // loaded here, so that no test waits for it
import '#client/ui/modal.tsx';
import { eventually } from '#client/testing/eventually.ts';

const page = rootBeforeEach();
const list = () => document.querySelector('[role=dialog]');
const checkbox = () => document.querySelector<HTMLInputElement>('[role=dialog] input');

beforeEach(async () => {
  setShortcuts(true);
  await page.render(
    <>
      <input id="name" />
      <Shortcuts />
    </>,
  );
});

const type = (key: string, on: EventTarget = document.body, held: KeyboardEventInit = {}) =>
  act(async () => on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held })));
const opened = () => eventually(() => expect(list()).not.toBeNull());

test('? opens the list of shortcuts, and names itself there', async () => {
  await type('?');
  await opened();
  expect(list()?.textContent).toContain('Keyboard shortcuts');
  expect([...document.querySelectorAll('kbd')].map((key) => key.textContent)).toContain('?');
});

test.each([
  ['while somebody types', () => type('?', document.querySelector('input') ?? document.body)],
  ['with Ctrl', () => type('?', document.body, { ctrlKey: true })],
  ['another key', () => type('/')],
])('the list does not open: %s', async (_, press) => {
  await press();
  expect(list()).toBeNull();
});

test('the key can be turned off in the list', async () => {
  await type('?');
  await opened();
  await act(async () => checkbox()?.click());
  await type('Escape', list() ?? document.body);
  await eventually(() => expect(list()).toBeNull());
  await type('?');
  expect(list()).toBeNull();
  setShortcuts(true);
});
