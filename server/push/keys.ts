import { createECDH } from 'node:crypto';
import type { Env } from '../env.ts';
import { readOrMakeSecret } from '../lib/made-once.ts';

/** The pair by which push services and browsers know this installation (RFC 8292), each as base64url. */
export type PushKeys = { publicKey: string; privateKey: string };

/**
 * The pair of VAPID_PRIVATE_KEY; without it that of the data folder, which the first start makes. Null in production
 * without the variable: its processes may have a folder each, and browsers subscribe to one key.
 * Why: docs/decisions/push.md.
 */
export async function pushKeys(env: Env): Promise<PushKeys | null> {
  if (env.VAPID_PRIVATE_KEY) return pairOf(env.VAPID_PRIVATE_KEY);
  if (env.NODE_ENV === 'production') return null;
  return pairOf(await readOrMakeSecret(env.DATA_DIR, 'vapid-private-key', makePrivateKey));
}

export function makePrivateKey(): string {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // A key may begin with zeros, which `getPrivateKey` leaves out.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url');
}

export function pairOf(privateKey: string): PushKeys {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey, 'base64url');
  return { privateKey, publicKey: ecdh.getPublicKey('base64url') };
}
