import type { CDPSession, Page, Worker } from '@playwright/test';
import { expect, type Stage } from './stage.ts';

/**
 * Lets a browser without a network subscribe to the push service of the stage: its answer to the page is replaced, all
 * else is the browser's own. The permission is given as by the person in the browser's dialog.
 */
export async function allowPushes(page: Page, { push, url }: Stage): Promise<void> {
  const { body } = push.subscribe();
  await page.context().grantPermissions(['notifications'], { origin: url });
  await page.addInitScript(({ endpoint, keys }) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0)).buffer;
    PushManager.prototype.subscribe = async (options) => {
      const applicationServerKey = options?.applicationServerKey as Uint8Array;
      if (applicationServerKey.length !== 65) throw new Error('no key of the installation');
      const getKey = (name: PushEncryptionKeyName) => bytes(keys[name]);
      return { endpoint, getKey } as PushSubscription;
    };
  }, body);
}

/**
 * Lets the question of pushes appear in a browser that allows no site to show notifications: the browser then says that
 * the person was not asked yet.
 */
export async function askForPushes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' });
  });
}

/** The service worker of a page, once it is active. */
export async function serviceWorkerOf(page: Page): Promise<Worker> {
  const context = page.context();
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker');
}

/**
 * Delivers messages to the service worker of the page's site by the browser's own protocol, and waits until the worker has
 * handled each: Chromium forgets a notification for good if it is asked for what it shows between storing and showing it.
 */
export async function pushDelivery(page: Page): Promise<(message: unknown) => Promise<void>> {
  const client: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<{ registrationId: string; scopeURL: string }>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration);
    });
  });
  await client.send('ServiceWorker.enable');
  const { registrationId, scopeURL } = await registered;
  const service = 'pushMessaging';
  await client.send('BackgroundService.startObserving', { service });
  await client.send('BackgroundService.setRecording', { service, shouldRecord: true });
  return async (message) => {
    const { origin } = new URL(scopeURL);
    const shown = new Promise<void>((resolve) => {
      client.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent: { eventName } }) => {
        if (eventName === 'Push event completed') resolve();
      });
    });
    await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) });
    await shown;
  };
}

type Shown = { title: string; body: string; tag: string; silent: boolean | null; renotify: boolean };

/** The notifications of the site that are on the screen. */
export async function notificationsOf(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map((one) => {
      const { title, body, tag, silent } = one;
      return { title, body, tag, silent, renotify: 'renotify' in one && one.renotify === true };
    });
  });
}

/** Taps a notification: the event that the browser then sends to the service worker. */
export async function tapNotification(page: Page): Promise<void> {
  await (await serviceWorkerOf(page)).evaluate(async () => {
    const { registration } = self as unknown as ServiceWorkerGlobalScopeLike;
    const [notification] = await registration.getNotifications();
    const { NotificationEvent } = self as unknown as { NotificationEvent: new (type: string, init: object) => Event };
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
}

type ServiceWorkerGlobalScopeLike = { registration: ServiceWorkerRegistration };

/** Waits until the push service has got so many pushes; returns their messages. */
export async function pushed({ push }: Stage, count: number): Promise<Record<string, unknown>[]> {
  await expect.poll(() => push.received.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  return push.received.map(({ message }) => message);
}
