import { createHmac, timingSafeEqual } from 'node:crypto';
import { kindOfLink } from '#shared/api/mail.ts';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import type { Database } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { switchOffMail } from '../preferences/store.ts';

/**
 * The key of the links in letters about leagues: it signs those that end mail, and makes the tokens that confirm or
 * undo an address. It follows from the session secret, and serves nothing else.
 */
export function linkKeyOf(sessionSecret: string): Buffer {
  return createHmac('sha256', sessionSecret).update('links that end mail').digest();
}

/** The token of a link that ends one kind of a user's mail. It has no end, and is the same in every letter. */
export function unsubscribeToken(key: Buffer, kind: MailKind, userId: string): string {
  return `${kind}-${userId}-${signature(key, kind, userId).toString('base64url')}`;
}

function signature(key: Buffer, kind: MailKind, userId: string): Buffer {
  return createHmac('sha256', key).update(`${kind} ${userId}`).digest();
}

/**
 * Switches off the mail that the token is about; done before, or by a user who is gone, it changes nothing and says the
 * same. Refuses (400) a token that was not signed with this key.
 */
export async function endMail({ withTx }: Pick<Database, 'withTx'>, key: Buffer, token: string): Promise<void> {
  const kind = kindOfLink(token);
  const [, userId, signed] = /^[a-z]+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([\w-]{43})$/.exec(token) ?? [];
  const isSigned =
    kind && userId && signed && timingSafeEqual(Buffer.from(signed, 'base64url'), signature(key, kind, userId));
  if (!isSigned) throw new Refusal(400, 'bad-link', 'This link is not whole. Open it in the mail again.');
  await withTx((tx) => switchOffMail(tx, userId, kind));
}
