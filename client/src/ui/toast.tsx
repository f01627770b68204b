import * as Radix from '@radix-ui/react-toast';
import { useSyncExternalStore } from 'react';
import { isUnauthorized, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';

type Toast = { id: number; title: string; description: string | null; open: boolean };

/** Spec §9. */
const shownMs = 5_000;
const removedMs = 1_000_000;
const swipeThreshold = 50;

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
export function toast(title: string, description: string | null = null): void {
  lastId += 1;
  show({ id: lastId, title, description, open: true });
}

/**
 * Tells that an act failed: 'Error' with the server's words, else `fallback`; without an answer it says so.
 *
 * Says nothing when nobody is signed in: that has its own toast and way out (app/providers). Source: spec §8; screens.
 */
export function toastFailure(error: unknown, fallback: string): void {
  if (isUnauthorized(error)) return;
  toast('Error', error instanceof NoAnswerError ? 'Unable to connect. Please try again.' : wordsOf(error, fallback));
}

function dismiss(id: number): void {
  if (current?.id !== id) return;
  show({ ...current, open: false });
  setTimeout(() => {
    if (current?.id === id) show(null);
  }, removedMs);
}

/** The notification area, once in the app; F8 moves the focus there, a swipe to the right dismisses. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, () => current);
  return (
    // Keyed, because Radix would stay paused when a toast goes while the pointer or the focus is on it.
    <Radix.Provider key={shown?.id} duration={shownMs} swipeDirection="right" swipeThreshold={swipeThreshold}>
      {shown && (
        <Radix.Root
          open={shown.open}
          onOpenChange={(open) => {
            if (!open) dismiss(shown.id);
          }}
          className="pointer-events-auto flex items-start gap-2 rounded-2xl border border-edge bg-surface py-2 pr-1 pl-4 shadow-float data-[state=closed]:animate-fade-out data-[state=open]:animate-pop data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
        >
          <div className="min-w-0 flex-1 py-2.5">
            <Radix.Title className="font-semibold">{shown.title}</Radix.Title>
            {shown.description !== null && (
              <Radix.Description className="mt-0.5 text-sm text-soft">{shown.description}</Radix.Description>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton label="Dismiss">
              <CloseIcon />
            </IconButton>
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] z-60 m-0 list-none outline-none sm:top-auto sm:right-5 sm:bottom-5 sm:left-auto sm:w-[380px]" />
    </Radix.Provider>
  );
}
