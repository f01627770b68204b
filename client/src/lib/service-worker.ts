/** Whether this browser can show pushes. On iOS that is so only once the app is on the home screen. */
export function canShowPushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

/** Registers the service worker, unless that has happened. Resolves once it is active. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/service-worker.js');
  return navigator.serviceWorker.ready;
}

/**
 * Registers the service worker if the app runs from the home screen: it has the page for when there is no network.
 * Elsewhere the worker is registered only with the first push subscription.
 */
export function serveInstalledApp(): void {
  if (isInstalled() && 'serviceWorker' in navigator) registerServiceWorker().catch(() => undefined);
}

/** Whether the app runs from the home screen, in a window of its own. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}

/** The name of the device if it runs iOS and the app is not on its home screen; else null. */
export function uninstalledIosDevice(): 'iPhone' | 'iPad' | null {
  const { userAgent, maxTouchPoints } = navigator;
  if (isInstalled()) return null;
  if (/iPhone|iPod/.test(userAgent)) return 'iPhone';
  // Safari on an iPad says that it is a Mac, which has no touch screen.
  return /iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'iPad' : null;
}
