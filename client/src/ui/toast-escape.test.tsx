import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Modal } from './modal.tsx';
import { ToastArea } from './toast-area.tsx';
import { toastLayer } from './toast-layer.ts';

const page = rootBeforeEach();
const shown = { id: 1, title: 'Error', description: null, politeness: 'assertive', open: true } as const;
const onDismiss = vi.fn();
const closed = vi.fn();

beforeEach(() => {
  document.body.append(toastLayer()); // it lasts as long as the page, which is longer than a test
});
afterEach(() => {
  onDismiss.mockClear();
  closed.mockClear();
});

/** Shows dialogs with these titles, opened one after the other, and then a notification. */
async function show(...titles: string[]): Promise<void> {
  const draw = (hasToast: boolean) =>
    page.render(
      <>
        {titles.map((title) => (
          <Modal key={title} open title={title} onOpenChange={() => closed(title)}>
            <input aria-label={title} />
          </Modal>
        ))}
        <ToastArea shown={hasToast ? shown : null} onDismiss={onDismiss} />
      </>,
    );
  await draw(false);
  await draw(true);
}

const pressEscape = (target: Element | null) =>
  act(async () =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })),
  );

test('Escape closes the dialog below a notification, which stays', async () => {
  await show('Join a League');
  await pressEscape(document.querySelector('input'));
  expect(closed.mock.calls).toEqual([['Join a League']]);
  expect(onDismiss).not.toHaveBeenCalled();
});

test('of two dialogs Escape closes the upper one', async () => {
  await show('Bet Slip', 'Confirm Bet');
  await pressEscape(document.querySelector('[aria-label="Confirm Bet"]'));
  expect(closed.mock.calls).toEqual([['Confirm Bet']]);
});

test.each(['li', 'ol'])(
  'Escape in the %s of a focused notification closes it, and no dialog that opened later',
  async (focused) => {
    const dialog = (open: boolean) => (
      <>
        <Modal open={open} title="Your Bets" onOpenChange={() => closed('Your Bets')}>
          <p>None</p>
        </Modal>
        <ToastArea shown={shown} onDismiss={onDismiss} />
      </>
    );
    await page.render(dialog(false));
    await page.render(dialog(true));
    await pressEscape(toastLayer().querySelector(focused));
    expect(closed).not.toHaveBeenCalled();
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith(shown.id);
  },
);

test('Escape closes the notification that has the focus, and the one of a page without a dialog', async () => {
  await show('Join a League');
  await pressEscape(toastLayer().querySelector('li'));
  expect(closed).not.toHaveBeenCalled();
  expect(onDismiss).toHaveBeenCalledExactlyOnceWith(shown.id);
  await page.render(<ToastArea shown={{ ...shown, id: 2 }} onDismiss={onDismiss} />);
  await pressEscape(document.body);
  expect(onDismiss).toHaveBeenLastCalledWith(2);
});
