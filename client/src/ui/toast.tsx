import { useEffect, useState, useSyncExternalStore } from 'react';
import { idleNamed, whenIdle } from '#client/lib/lazy-component.ts';
import { Boundary } from './boundary.tsx';
import { currentToast, dismiss, subscribe } from './toast-store.ts';

const ToastArea = idleNamed('ToastArea', () => import('./toast-area.tsx'));

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
