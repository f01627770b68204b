import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOtherAccount, isUnauthorized, wordsOf } from '#client/lib/call.ts';
import { idleNamed, whenIdle } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import { currentToast, dismiss, subscribe, toast } from './toast-store.ts';

const ToastArea = idleNamed('ToastArea', () => import('./toast-area.tsx'));

/**
 * Tells that an act failed: 'Error' with the server's words, else `fallback`, also where no answer came.
 *
 * Says nothing when nobody is signed in, or another account: both have their own words and way out (app/providers).
 * Source: spec §8; screens.
 */
export function toastFailure(error: unknown, fallback: string): void {
  if (!hasOwnWords(error)) toast('Error', wordsOf(error, fallback), 'assertive');
}

/**
 * Tells that an act failed in the words that spec §8 fixes for it, whatever the server said.
 *
 * Says nothing where `toastFailure` says nothing.
 */
export function toastFixedFailure(error: unknown, words: string, title = 'Error'): void {
  if (!hasOwnWords(error)) toast(title, words);
}

function hasOwnWords(error: unknown): boolean {
  return isUnauthorized(error) || isOtherAccount(error);
}

/** The notification area, once in the app. Its code comes after everything that the first sight of a page needs. */
export function Toaster() {
  const shown = useSyncExternalStore(subscribe, currentToast, currentToast);
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  if (!shown && !isIdle) return null;
  return (
    <Boundary of={shown?.id} waiting={null} failed={() => null}>
      <ToastArea shown={shown} onDismiss={dismiss} />
    </Boundary>
  );
}
