import { ECDH } from 'node:crypto';
import { type Env, siteUrl } from '../env.ts';
import type { AllowedServices } from '../lib/allowed-target.ts';

/**
 * The push services of browsers, and those that PUSH_SERVICES adds: Google's (Chrome and most others), Mozilla's,
 * Apple's and Microsoft's (Edge).
 */
export function pushServices({ PUSH_SERVICES }: Pick<Env, 'PUSH_SERVICES'>): AllowedServices {
  const hosts = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'];
  return { hosts, origins: PUSH_SERVICES };
}

/**
 * How push services reach whoever runs this installation: its address, or without TLS that of its mail. Source: RFC 8292
 * §2.1.
 */
export function contactOf(env: Env): string {
  const site = siteUrl(env);
  const [, mailbox = env.MAIL_FROM] = /<([^<>]+)>/.exec(env.MAIL_FROM) ?? [];
  return site.startsWith('https:') ? site : `mailto:${mailbox}`;
}

/** Whether it is a point of P-256, as base64url: a push cannot be encrypted for anything else. */
export function isPublicKey(text: string): boolean {
  try {
    return ECDH.convertKey(text, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === text;
  } catch {
    return false;
  }
}
