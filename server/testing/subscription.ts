import { createECDH, randomBytes } from 'node:crypto';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { addPushDevice } from '#shared/api/push.ts';

/** The body that a browser hands to the app, and the private key that it keeps to itself. */
export type TestSubscription = { body: BodyInput<typeof addPushDevice>; privateKey: Buffer };

/** A subscription as a browser makes it, at an endpoint of a push service. */
export function aSubscription(
  endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(9).toString('base64url')}`,
) {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { body: { endpoint, keys: { p256dh, auth } }, privateKey: ecdh.getPrivateKey() } satisfies TestSubscription;
}
