import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { isUnauthorized, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { later, whenIdle } from '#client/lib/later.ts';

/** How a screen reader tells it: when it has finished speaking, or at once, where something asks to be mended. */
type Politeness = 'polite' | 'assertive';

export type Toast = { id: number; title: string; description: string | null; politeness: Politeness; open: boolean };

const removedMs = 1_000_000; // spec §9

const ToastArea = later(() => import('./toast-area.tsx').then((module) => module.ToastArea));

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a notification in place of the one before: there is one at a time. Source: spec §9. */
export function toast(title: string, description: string | null = null, politeness: Politeness = 'polite'): void {
  lastId += 1;
  show({ id: lastId, title, description, politeness, open: true });
}

/**
 * Tells that an act failed: 'Error' with the server's words, else `fallback`; without an answer it says so.
 *
 * Says nothing when nobody is signed in: that has its own toast and way out (app/providers). Source: spec §8; screens.
 */
export function toastFailure(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  const words = error instanceof NoAnswerError ? 'Unable to connect. Please try again.' : wordsOf(error, fallback);
  toast('Error', words, 'assertive');
}

/**
 * Tells that an act failed in the words that spec §8 fixes for it, whatever the server said.
 *
 * Says nothing when nobody is signed in, as `toastFailure`.
 */
export function toastFixedFailure(error: unknown, words: string, title = 'Error'): void {
  if (!isUnauthorized(error)) toast(title, words);
}

function dismiss(id: number): void {
  if (current?.id !== id) return;
  show({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) show(null);
  }, removedMs);
}

const read = () => current;

/** The notification area, once in the app. Its code comes after everything that the first sight of a page needs. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, read, read);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!shown && !isIdle) return null;
  return (
    <Suspense fallback={null}>
      <ToastArea shown={shown} onDismiss={dismiss} />
    </Suspense>
  );
}
