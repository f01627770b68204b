import type { undoEmailChange } from '#shared/api/email-change.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import { appendAuditLine } from '../audit/store.ts';
import type { Passwords } from '../auth/passwords.ts';
import { deleteResetsOf } from '../auth/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges, recordUserChange } from '../events/store.ts';
import { deleteSessions } from '../http/session-store.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { busy, Refusal } from '../lib/refusal.ts';
import { passwordChangedLetter } from '../mail/letters.ts';
import { dropResetLetters, enqueue } from '../mail/store.ts';
import { moveConfirmation } from '../preferences/addresses-store.ts';
import { deleteDevicesOf } from '../push/store.ts';
import {
  deleteEmailChange,
  deleteUndosFrom,
  findEmailChange,
  findUndo,
  isEmailTaken,
  lockEmails,
  replaceEmailChange,
  replaceUndo,
  setEmail,
} from '../users/email-changes-store.ts';
import { findUser, lockUser, normalEmail, setPasswordHash, type UserRow } from '../users/store.ts';
import { idOfEmailToken } from './email-links.ts';
import { lockProven } from './service.ts';

/**
 * Queues the letter with the link that confirms a new address. Says nothing of whether another account has the address:
 * the letter does. Refuses the user's own (409).
 */
export async function askForEmail({ withTx }: Database, proven: UserRow, email: string): Promise<void> {
  await withTx(async (tx) => {
    const user = await lockProven(tx, proven);
    if (user.emailNorm === normalEmail(email)) {
      throw new Refusal(409, 'same-email', 'This is the address of your account already');
    }
    await replaceEmailChange(tx, user.id, email);
    const subject = 'Confirm your new address for Ching';
    await enqueue(tx, { recipient: email, subject, body: '', userId: user.id, kind: 'email-change' });
  });
}

/**
 * Gives an account the address to which the token was mailed, and returns the user's id. The address of before is told,
 * and is reserved for as long as it may undo the change. Refuses (400) a token that is not valid any more, and (409) an
 * address that another account has by now.
 */
export async function confirmEmail({ withTx }: Database, key: Buffer, token: string): Promise<string> {
  const id = idOfEmailToken(key, 'email change', token);
  return withTx(async (tx) => {
    const asked = id === null ? null : await findEmailChange(tx, id);
    if (!asked) throw badLink();
    const user = await lockWithEmails(tx, asked.userId, asked.email);
    if (!(await findEmailChange(tx, asked.id))) throw badLink(); // another call has used it meanwhile
    if (await isEmailTaken(tx, asked.email, user.id)) {
      throw new Refusal(409, 'email-taken', 'Another account has this address by now');
    }
    await deleteEmailChange(tx, user.id);
    await replaceUndo(tx, user, asked.email);
    await changeTo(tx, user.id, asked.email);
    const subject = 'Your Ching account has another address';
    await enqueue(tx, { recipient: user.email, subject, body: '', userId: user.id, kind: 'email-undo' });
    await appendAuditLine(tx, { actorId: user.id, action: 'email-changed', leagueId: null, detail: {} });
    return user.id;
  });
}

/**
 * Gives an account the address back to which the token was mailed, with a new password, and returns the user's id. Ends
 * all of its sessions and devices, and the changes of address that came later. Refuses (400) a token that is not valid
 * any more.
 */
export async function undoEmail(
  { db, withTx }: Database,
  { key, passwords, site }: { key: Buffer; passwords: Passwords; site: string },
  { token, newPassword }: BodyOutput<typeof undoEmailChange>,
): Promise<string> {
  const id = idOfEmailToken(key, 'email undo', token);
  if (id === null || !(await findUndo(db, id))) throw badLink();
  const passwordHash = await passwords.hash(newPassword);
  return withTx(async (tx) => {
    const undo = await findUndo(tx, id);
    if (!undo) throw badLink();
    const user = await lockWithEmails(tx, undo.userId, undo.email);
    // Another call has used it meanwhile, or it has expired and somebody else has the address.
    if (!(await findUndo(tx, id)) || (await isEmailTaken(tx, undo.email, user.id))) throw badLink();
    await deleteEmailChange(tx, user.id);
    await deleteUndosFrom(tx, undo);
    await changeTo(tx, user.id, undo.email);
    await setPasswordHash(tx, user.id, passwordHash);
    await deleteSessions(tx, [user.id]);
    await deleteDevicesOf(tx, [user.id]);
    await enqueue(tx, passwordChangedLetter({ ...user, email: undo.email }, `${site}/forgot-password`));
    await appendAuditLine(tx, { actorId: user.id, action: 'email-change-undone', leagueId: null, detail: {} });
    return user.id;
  });
}

/**
 * Locks the address that a user has and the one that they get, then the user: docs/decisions/lock-order.md. Refuses
 * (400) a user who is gone, and (503) one whose address another call has changed meanwhile.
 */
async function lockWithEmails(tx: Db, userId: string, email: string): Promise<UserRow> {
  const before = await findUser(tx, userId);
  if (!before) throw badLink();
  await lockEmails(tx, [before.email, email]);
  const user = await lockUser(tx, userId);
  if (!user) throw badLink();
  if (user.emailNorm !== before.emailNorm) throw busy();
  return user;
}

/**
 * Sets the address of a user, who has proven it by a mailed link. Links for a new password that were mailed to the
 * address of before end. Leagues show a part of it where a member has no name.
 */
async function changeTo(tx: Db, userId: string, email: string): Promise<void> {
  await setEmail(tx, userId, email);
  await moveConfirmation(tx, userId, normalEmail(email));
  await deleteResetsOf(tx, [userId]);
  await dropResetLetters(tx, userId);
  await recordLeagueChanges(tx, await listLeagueIdsOf(tx, userId));
  await recordUserChange(tx, userId);
}

function badLink(): Refusal {
  return new Refusal(400, 'bad-link', 'This link is not valid any more.');
}
