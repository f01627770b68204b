/** How a screen reader tells it: when it has finished speaking, or at once, where something asks to be mended. */
type Politeness = 'polite' | 'assertive';

export type Toast = { id: number; title: string; description: string | null; politeness: Politeness; open: boolean };

const removedMs = 1_000_000; // spec §9

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** The one notification there is, dismissed or not; null before the first and long after the last. */
export function currentToast(): Toast | null {
  return current;
}

/** Tells `listener` of every change until the returned function is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notification in place of the one before: there is one at a time. Source: spec §9. */
export function toast(title: string, description: string | null = null, politeness: Politeness = 'polite'): void {
  lastId += 1;
  show({ id: lastId, title, description, politeness, open: true });
}

/** Closes a notification, unless another has taken its place; it is forgotten 1,000,000 ms later. Source: spec §9. */
export function dismiss(id: number): void {
  if (current?.id !== id) return;
  show({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) show(null);
  }, removedMs);
}
