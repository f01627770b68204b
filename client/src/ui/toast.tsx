import { useEffect, useState, useSyncExternalStore } from 'react';
import { isOtherAccount, isUnauthorized, wordsOf } from '#client/lib/call.ts';
import { idleNamed, whenIdle } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import { currentToast, dismiss, subscribe, toastProblem } from './toast-store.ts';

const ToastArea = idleNamed('ToastArea', () => import('./toast-area.tsx'));

/**
 * Reports a failed call with the server's message, else `fallback`, also when there was no reply.
 *
 * Shows nothing when nobody or another account is signed in: app/providers.tsx reports both. Source:
 * docs/screens.md#notifications.
 */
export function toastFailure(error: unknown, fallback: string, title = 'Error'): void {
  toastFixedFailure(error, wordsOf(error, fallback), title);
}

/**
 * Reports a failed call with fixed words, whatever the server's message is. Source: docs/screens.md#notifications.
 *
 * Shows nothing where `toastFailure` shows nothing.
 */
export function toastFixedFailure(error: unknown, words: string, title = 'Error'): void {
  if (!isReportedElsewhere(error)) toastProblem({ title, message: words });
}

function isReportedElsewhere(error: unknown): boolean {
  return isUnauthorized(error) || isOtherAccount(error);
}

/**
 * The notification area, once in the app. Its chunk is loaded when the browser is idle, or for the first notification.
 */
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
