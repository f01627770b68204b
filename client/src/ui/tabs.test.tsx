import { act, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Tabs } from './tabs.tsx';

const page = rootBeforeEach();

function Sports() {
  const [sport, setSport] = useState('NFL');
  return (
    <Tabs
      value={sport}
      onValueChange={setSport}
      label="Sport"
      variant="pill"
      options={[
        { value: 'NFL', label: 'NFL' },
        { value: 'MLB', label: 'MLB', disabled: true },
        { value: 'CFB', label: 'CFB', count: 3 },
        { value: 'NBA', label: 'NBA' },
      ]}
    >
      Games of {sport}
    </Tabs>
  );
}
beforeEach(() => page.render(<Sports />));

const tabs = () => [...page.area.querySelectorAll<HTMLElement>('[role=tab]')];
const panel = () => page.area.querySelector('[role=tabpanel]');
const chosen = () => tabs().filter((tab) => tab.getAttribute('aria-selected') === 'true');
const press = (key: string, held: KeyboardEventInit = {}) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...held })));

test('a tap chooses a tab, whose panel is named after it and which Tab leads to', async () => {
  await act(async () => tabs()[2]?.click());
  expect(chosen().map((tab) => tab.textContent)).toEqual(['CFB 3']);
  expect(panel()?.textContent).toBe('Games of CFB');
  expect(panel()?.getAttribute('aria-labelledby')).toBe(chosen()[0]?.id);
  expect(chosen()[0]?.getAttribute('aria-controls')).toBe(panel()?.id);
  expect(tabs().map((tab) => tab.tabIndex)).toEqual([-1, -1, 0, -1]);
});

test('keys choose another tab and skip one that cannot be chosen', async () => {
  tabs()[0]?.focus();
  for (const [key, name] of [
    ['ArrowRight', 'CFB 3'],
    ['End', 'NBA'],
    ['ArrowRight', 'NFL'],
    ['ArrowLeft', 'NBA'],
    ['Home', 'NFL'],
    ['a', 'NFL'],
  ] as const) {
    await press(key);
    expect([key, document.activeElement?.textContent, chosen()[0]?.textContent]).toEqual([key, name, name]);
  }
});

test('an arrow with Alt is Back, and chooses nothing', async () => {
  tabs()[0]?.focus();
  await press('ArrowRight', { altKey: true });
  expect(chosen()[0]?.textContent).toBe('NFL');
});
