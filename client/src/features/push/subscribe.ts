import { browserZone } from '#client/lib/browser-zone.ts';
import { registerServiceWorker } from '#client/lib/service-worker.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { addPushDevice } from '#shared/api/push.ts';
import { timeZoneOf } from '#shared/domain/quiet-hours.ts';

/** The browser, or the person in the browser's own dialog, does not allow notifications. */
export class NotAllowedError extends Error {
  override readonly name = 'NotAllowedError';
}

/**
 * Subscribes this browser to its push service, by the key of the installation. Must run in the handler of a tap: the
 * browser asks the person, and some browsers ask only then. Throws NotAllowedError.
 */
export async function subscribe(publicKey: string): Promise<BodyInput<typeof addPushDevice>> {
  const answer = await Notification.requestPermission();
  if (answer !== 'granted') throw new NotAllowedError();
  const { pushManager } = await registerServiceWorker();
  const before = await pushManager.getSubscription();
  // A browser refuses another key than that of its subscription, such as one of an installation before.
  if (before && toBase64Url(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: fromBase64Url(publicKey),
  });
  const timeZone = timeZoneOf(browserZone());
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: toBase64Url(subscription.getKey('p256dh')), auth: toBase64Url(subscription.getKey('auth')) },
    ...(timeZone !== null && { timeZone }),
  };
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (byte) => byte.charCodeAt(0));
}
