import type { Db } from '../db/connection.ts';
import type { DueLetter } from '../mail/store.ts';
import { findEmailChangeOf, findUndoOf, isEmailTaken } from '../users/email-changes-store.ts';
import { normalEmail } from '../users/store.ts';
import { emailToken } from './email-links.ts';

type Written = { key: Buffer; letter: Pick<DueLetter, 'recipient'> & { userId: string }; link(token: string): string };

/**
 * The text of the letter to a new address, with the link that confirms it. An address of another account is told only
 * here, to whoever reads its mail. Null, which drops the letter, if another address was asked for since, or a new
 * password has ended the change.
 */
export async function emailChangeText(db: Db, { key, letter, link }: Written): Promise<string | null> {
  const change = await findEmailChangeOf(db, letter.userId);
  if (!change || normalEmail(change.email) !== normalEmail(letter.recipient)) return null;
  if (await isEmailTaken(db, change.email, letter.userId)) {
    return [
      'Somebody asked to use this address for a Ching account. It belongs to another Ching account, or did so until a few days ago.',
      'If it was you, sign in with this address, or choose another one.',
      'If it was not you, there is nothing to do: nothing was changed.',
    ].join('\n\n');
  }
  return [
    'Somebody asked to use this address for their Ching account.',
    `If it was you, confirm it within a day:\n\n${link(emailToken(key, 'email change', change.id))}`,
    'If it was not you, there is nothing to do: nothing was changed.',
  ].join('\n\n');
}

/** The text of the letter to the address of before, with the link that gives it back. Null once that is not possible. */
export async function emailUndoText(db: Db, { key, letter, link }: Written): Promise<string | null> {
  const undo = await findUndoOf(db, letter.recipient);
  if (undo?.userId !== letter.userId) return null;
  return [
    'Your Ching account has another address now: this one no longer signs you in.',
    `If it was not you, undo it within 72 hours, and choose a new password:\n\n${link(emailToken(key, 'email undo', undo.id))}`,
    'If it was you, there is nothing to do.',
  ].join('\n\n');
}
