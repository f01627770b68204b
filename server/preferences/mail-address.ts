import { createHmac } from 'node:crypto';
import { digest } from '../auth/digest.ts';
import type { Database, Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { type DueLetter, enqueue } from '../mail/store.ts';
import { findUser, normalEmail, type UserRow } from '../users/store.ts';
import {
  type AddressRow,
  findAddress,
  findByToken,
  isLastQuestion,
  lockAddress,
  setAsked,
  setConfirmed,
  setToken,
} from './addresses-store.ts';

/** The address that a user's page shows, with its state; null for one that reaches nobody. */
export type MailAddress = { email: string; isConfirmed: boolean; isAsked: boolean } | null;

/** The addresses of demo accounts end like this, and reach nobody (RFC 2606 §2). */
const reachesNobody = ({ emailNorm }: Pick<UserRow, 'emailNorm'>) => emailNorm.endsWith('.invalid');

function presented(user: UserRow | null, row: AddressRow | null): MailAddress {
  if (!user || reachesNobody(user)) return null;
  const known = row?.emailNorm === user.emailNorm ? row : null;
  const isConfirmed = known !== null && known.confirmedAt !== null;
  return { email: user.email, isConfirmed, isAsked: !isConfirmed && known !== null && known.isAsked };
}

/** Where the mail of a user goes. */
export async function readMailAddress(db: Db, userId: string): Promise<MailAddress> {
  return presented(await findUser(db, userId), await findAddress(db, userId));
}

/** Refuses (409) the account of a demo. */
export function requireAddress(address: MailAddress): asserts address is NonNullable<MailAddress> {
  if (!address) throw new Refusal(409, 'no-mail', 'The account of a demo gets no mail');
}

/**
 * Queues the letter with the link that confirms the user's address; nothing if it is confirmed. `onlyFirst`: nor if a
 * link is on its way. Nothing else is mailed to the address before its owner has opened the link.
 */
export async function askConfirmation(tx: Db, userId: string, { onlyFirst }: { onlyFirst: boolean }): Promise<void> {
  const user = await findUser(tx, userId);
  const address = presented(user, await lockAddress(tx, userId));
  requireAddress(address);
  if (!user || address.isConfirmed || (onlyFirst && address.isAsked)) return;
  await setAsked(tx, userId, user.emailNorm);
  await enqueue(tx, {
    recipient: user.email,
    subject: 'Switch on mail from Ching',
    body: '',
    userId,
    kind: 'confirmation',
  });
}

/**
 * The text of that letter, with a link that is made now: the outbox stores none. A letter that is sent again has the
 * same link, since mail servers and programs show one of several letters with one Message-ID. Null if the address was
 * confirmed meanwhile, is another one than the letter's, or was asked anew: this letter would end the later link.
 *
 * key  makes the token of the link. Whoever reads the database cannot.
 */
export async function confirmationText(
  { withTx }: Pick<Database, 'withTx'>,
  key: Buffer,
  { id, userId, recipient }: Pick<DueLetter, 'id' | 'recipient'> & { userId: string },
  link: (token: string) => string,
) {
  const token = createHmac('sha256', key).update(`confirmation ${id}`).digest('base64url');
  return withTx(async (tx) => {
    const address = await lockAddress(tx, userId);
    if (!address || address.confirmedAt !== null || address.emailNorm !== normalEmail(recipient)) return null;
    if (!(await isLastQuestion(tx, id))) return null;
    await setToken(tx, userId, digest(token));
    return [
      'Somebody switched on mail about their leagues for a Ching account with this address.',
      `If it was you, confirm it within three days:\n\n${link(token)}`,
      'If it was not you, there is nothing to do: nothing more is sent to you.',
    ].join('\n\n');
  });
}

/** Confirms the address to which the token was mailed. Refuses (400) an unknown or expired token. */
export async function confirmAddress(db: Db, token: string): Promise<void> {
  const asked = await findByToken(db, digest(token));
  const user = asked && (await findUser(db, asked.userId));
  // The link is of the address that the account had then.
  if (!asked || user?.emailNorm !== asked.emailNorm) {
    throw new Refusal(400, 'bad-link', 'This link is not valid any more.');
  }
  await setConfirmed(db, asked.userId, asked.emailNorm);
}
