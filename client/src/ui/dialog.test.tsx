import { act, type ComponentProps } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#client/testing/eventually.ts';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Dialog } from './dialog.tsx';
import './modal.tsx'; // loaded here, so that no test waits for it

const page = rootBeforeEach();

async function draw(props: Partial<ComponentProps<typeof Dialog>> = {}): Promise<void> {
  await page.render(
    <Dialog trigger={<button type="button">Open</button>} title="Join a League" {...props}>
      {(close) => (
        <button type="button" id="done" onClick={close}>
          Done
        </button>
      )}
    </Dialog>,
  );
}

const press = (button: HTMLElement | null) => act(async () => button?.click());
const trigger = () => page.area.querySelector('button');
const done = () => document.querySelector<HTMLElement>('[role=dialog] #done');
const opened = () => eventually(() => expect(done()).not.toBeNull());

test('the trigger opens the dialog, and its content can close it', async () => {
  await draw();
  expect(trigger()?.getAttribute('aria-expanded')).toBe('false');
  await press(trigger());
  await opened();
  expect(trigger()?.getAttribute('aria-expanded')).toBe('true');
  await press(done());
  expect(done()).toBeNull();
  expect(trigger()?.getAttribute('aria-expanded')).toBe('false');
});

test('a dialog whose parent controls it asks the parent to close', async () => {
  const onOpenChange = vi.fn();
  await draw({ open: true, onOpenChange });
  await opened();
  await press(done());
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false);
  expect(done()).not.toBeNull();
});

test('a trigger with a click handler of its own calls it and opens the dialog', async () => {
  const onClick = vi.fn();
  await draw({
    trigger: (
      <button type="button" onClick={onClick}>
        Open
      </button>
    ),
  });
  await press(trigger());
  await opened();
  expect(onClick).toHaveBeenCalledOnce();
});

test('a dialog focuses its heading, and with a form its first field', async () => {
  await draw();
  await press(trigger());
  await opened();
  const heading = document.querySelector<HTMLElement>('[role=dialog] h2');
  expect(document.activeElement).toBe(heading);
  expect(heading?.tabIndex).toBe(-1);
  await press(done());
  await eventually(() => expect(document.activeElement).toBe(trigger()));
  await page.render(
    <Dialog trigger={<button type="button">Open</button>} title="Join a League">
      <form id="done">
        <button type="button">Help</button>
        <input disabled />
        <input name="code" />
      </form>
    </Dialog>,
  );
  await press(trigger());
  await opened();
  expect(document.activeElement?.getAttribute('name')).toBe('code');
});

describe('a sheet on a phone', () => {
  const sheet = () => document.querySelector<HTMLElement>('[role=dialog]');

  /** Drags the header down by this many pixels and lets go. */
  async function swipe(distance: number): Promise<void> {
    const header = sheet()?.querySelector('header');
    const at = (type: string, clientY: number) =>
      header?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 1, clientY }));
    await act(async () => {
      at('pointerdown', 100);
      at('pointermove', 100 + distance);
    });
    expect(sheet()?.style.transform).toBe(`translateY(${distance}px)`);
    await act(async () => at('pointerup', 100 + distance));
  }

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    HTMLElement.prototype.setPointerCapture = () => undefined;
  });

  test('closes when it is dragged down far enough', async () => {
    await draw();
    await press(trigger());
    await opened();
    await swipe(100);
    expect(sheet()).toBeNull();
  });

  test.each([
    ['dragged too short a way', 40],
    ['refused to close by its parent', 100],
  ])('moves back to where it was when it is %s', async (_, distance) => {
    await draw({ open: true, onOpenChange: () => undefined });
    await opened();
    await swipe(distance);
    expect(sheet()?.style.transform).toBe('');
  });
});
