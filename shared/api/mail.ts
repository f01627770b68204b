import { z } from 'zod';
import { type MailKind, mailKinds } from '#shared/domain/notice-settings.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { shortText } from './values.ts';

/** The page of the link that confirms an address; `?token=` follows. */
export const confirmMailPath = '/confirm-mail';

/** The pages of the links that confirm and undo a change of an account's address; `?token=` follows. */
export const confirmEmailPath = '/confirm-email';
export const undoEmailPath = '/undo-email';

/**
 * The path that ends the mail of one kind: a page with a button for people, and the address to which mail programs post
 * without opening it (RFC 8058).
 */
export function unsubscribePath(token: string): string {
  return `/unsubscribe/${token}`;
}

/** The kind of mail that a link ends, by the begin of its token; null for a text that is no token. */
export function kindOfLink(token: string): MailKind | null {
  return mailKinds.find((kind) => token.startsWith(`${kind}-`)) ?? null;
}

/** The token of a mailed link. */
const body = lazy(() => z.object({ token: shortText(200) }));

/** Sends the link that confirms the caller's address once more. Does nothing if it is confirmed. */
export const askMailConfirmation = endpoint({
  method: 'POST',
  path: '/api/mail/confirmation',
  access: 'signed-in',
  reply: message,
  refuses: ['409 `no-mail`: the account of a demo gets no mail'],
});

/** Confirms the address to which the token was mailed. */
export const confirmMail = endpoint({
  method: 'POST',
  path: '/api/mail/confirm',
  access: 'all',
  body,
  reply: message,
  refuses: ['400 `bad-link`: the token is unknown or expired'],
});

/** Switches off the mail that the link is about. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/mail/unsubscribe',
  access: 'all',
  body,
  reply: message,
  refuses: ['400 `bad-link`: the token is not one of ours'],
});
