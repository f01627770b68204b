import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, dismiss, subscribe, toast } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function shownId(): number {
  const shown = currentToast();
  if (!shown) throw new Error('nothing is shown');
  return shown.id;
}

test('a dismissed toast is closed at once and removed after 1,000,000 ms', () => {
  toast('Bet Placed!', 'Your bet has been successfully placed.');
  dismiss(shownId());
  expect(currentToast()).toMatchObject({ title: 'Bet Placed!', open: false });
  vi.advanceTimersByTime(999_999);
  expect(currentToast()).toMatchObject({ title: 'Bet Placed!', open: false });
  vi.advanceTimersByTime(1);
  expect(currentToast()).toBeNull();
});

test('a toast replaces the one before, and outlives its removal', () => {
  toast('League Created');
  const before = shownId();
  dismiss(before);
  vi.advanceTimersByTime(500_000);
  toast('Joined League');
  dismiss(before);
  expect(currentToast()).toMatchObject({ title: 'Joined League', open: true });
  vi.advanceTimersByTime(1_000_000);
  expect(currentToast()).toMatchObject({ title: 'Joined League', open: true });
});

test('a subscriber is called after every change until it unsubscribes', () => {
  const titles: (string | null)[] = [];
  const stop = subscribe(() => titles.push(currentToast()?.title ?? null));
  toast('Welcome back!');
  dismiss(shownId());
  vi.advanceTimersByTime(1_000_000);
  stop();
  toast('League Deleted');
  expect(titles).toEqual(['Welcome back!', 'Welcome back!', null]);
});
