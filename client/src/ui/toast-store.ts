/**
 * The urgency of the announcement: `polite` waits until the screen reader has finished speaking, `assertive`, for
 * failures and refusals, interrupts it.
 */
type Politeness = 'polite' | 'assertive';

export type Toast = { id: number; title: string; description: string | null; politeness: Politeness; open: boolean };

const removedAfterMs = 1_000_000; // docs/screens.md#notifications

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The present notification, also while it is dismissed; null before the first and after the last was removed. */
export function currentToast(): Toast | null {
  return current;
}

/** Calls `listener` after every change until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notification, which replaces the present one. Source: docs/screens.md#notifications. */
export function toast(title: string, description: string | null = null): void {
  open({ title, description, politeness: 'polite' });
}

/** Reports a failure or a refusal: screen readers announce it at once. */
export function toastProblem({ title, message }: { title: string; message: string }): void {
  open({ title, description: message, politeness: 'assertive' });
}

function open(notification: Omit<Toast, 'id' | 'open'>): void {
  lastId += 1;
  show({ ...notification, id: lastId, open: true });
}

/**
 * Closes a notification if it is still the present one, and removes it 1,000,000 ms later. Source:
 * docs/screens.md#notifications.
 */
export function dismiss(id: number): void {
  if (current?.id !== id) return;
  show({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) show(null);
  }, removedAfterMs);
}
