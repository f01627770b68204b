import { z } from 'zod';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { zoneName } from './notice-settings.ts';
import { instant, shortText, uuid } from './values.ts';

/** A browser to which notices are pushed. */
const pushDevice = lazy(() =>
  z.object({
    id: z.uuid(),
    /** 'Chrome on Android', from what the browser said of itself. */
    label: z.string(),
    createdAt: instant(),
    /** When a push service last took a notice for it; null before. */
    lastUsedAt: instant().nullable(),
    isThisBrowser: z.boolean(),
  }),
);
export type PushDevice = z.output<ReturnType<typeof pushDevice>>;

export const pushState = endpoint({
  method: 'GET',
  path: '/api/push',
  access: 'signed-in',
  reply: () =>
    z.object({
      /** The key with which a browser subscribes; null where nothing is pushed. */
      publicKey: z.string().nullable(),
      /** Whether the user wants to be notified on a device; null until the user has answered. */
      isWanted: z.boolean().nullable(),
      /** The oldest first. */
      devices: z.array(pushDevice()),
    }),
});

export const addPushDevice = endpoint({
  method: 'POST',
  path: '/api/push/devices',
  access: 'signed-in',
  /** A `PushSubscription` of the browser. */
  body: () =>
    z.object({
      endpoint: shortText(2_048).describe('a URL of a push service'),
      keys: z.object({
        p256dh: shortText(87).regex(/^[\w-]{87}$/, 'is not a public key'),
        auth: shortText(22).regex(/^[\w-]{22}$/, 'is not a secret of 16 bytes'),
      }),
      /** That of the browser. It becomes the zone of the user's quiet hours, unless they have one. */
      timeZone: zoneName().optional(),
    }),
  reply: pushDevice,
  status: 201,
  refuses: [
    '400 `bad-input`: also an endpoint of no known push service',
    '404 `no-push`: this installation pushes nothing',
  ],
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/devices/:id',
  access: 'signed-in',
  params: () => z.object({ id: uuid() }),
  reply: message,
  refuses: ['404 `device-not-found`: also a device of somebody else'],
});

export const declinePush = endpoint({
  method: 'POST',
  path: '/api/push/decline',
  access: 'signed-in',
  reply: message,
});
