import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { changeNames } from '#shared/api/own-account.ts';
import { appendAuditLine } from '../audit/store.ts';
import type { Passwords } from '../auth/passwords.ts';
import { deleteResetsOf } from '../auth/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordLeagueChanges, recordUserChange } from '../events/store.ts';
import { deleteOtherSessions, lockSession } from '../http/session-store.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { Refusal, unauthorized } from '../lib/refusal.ts';
import { passwordChangedLetter } from '../mail/letters.ts';
import { dropResetLetters, enqueue } from '../mail/store.ts';
import { deleteDevicesElsewhere } from '../push/store.ts';
import { deleteEmailChange } from '../users/email-changes-store.ts';
import { findUser, lockUser, setNames, setPasswordHash, type UserRow } from '../users/store.ts';
import type { Here } from './sessions.ts';

/** The user, who has given the right password. Refuses another one (403). */
export async function provePassword(
  { db }: Pick<Database, 'db'>,
  passwords: Passwords,
  userId: string,
  password: string,
): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw unauthorized();
  if (!(await passwords.matches(password, user.passwordHash))) throw wrongPassword();
  return user;
}

/**
 * Locks the user whose password was proven, and reads the row again. Refuses (403) if another password was set
 * meanwhile: of two changes with one password the first wins.
 */
export async function lockProven(tx: Db, proven: Pick<UserRow, 'id' | 'passwordHash'>): Promise<UserRow> {
  const user = await lockUser(tx, proven.id);
  if (user?.passwordHash !== proven.passwordHash) throw wrongPassword();
  return user;
}

/**
 * Sets the password of the user who has proven the one before. Ends every other session and what it could push to, and
 * invalidates links for a new password and the link that confirms another address. The owner is told by mail.
 */
export async function replacePassword(
  { withTx }: Database,
  passwords: Passwords,
  site: string,
  proven: UserRow,
  newPassword: string,
  { sessionId, browser }: Here,
): Promise<void> {
  const passwordHash = await passwords.hash(newPassword);
  await withTx(async (tx) => {
    const user = await lockProven(tx, proven);
    if (!(await lockSession(tx, sessionId))) throw unauthorized(); // the owner has ended it meanwhile
    await setPasswordHash(tx, user.id, passwordHash);
    await deleteResetsOf(tx, [user.id]);
    await dropResetLetters(tx, user.id);
    await deleteEmailChange(tx, user.id);
    await deleteOtherSessions(tx, user.id, sessionId);
    await deleteDevicesElsewhere(tx, user.id, browser);
    await enqueue(tx, passwordChangedLetter(user, `${site}/forgot-password`, true));
    await appendAuditLine(tx, { actorId: user.id, action: 'password-changed', leagueId: null, detail: {} });
  });
}

/** Sets the names of a user, and returns the row. Every league of the user shows other names at once. */
export async function renameUser(
  { withTx }: Database,
  userId: string,
  names: BodyOutput<typeof changeNames>,
): Promise<UserRow> {
  return withTx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw unauthorized();
    if (user.firstName === names.firstName && user.lastName === names.lastName) return user;
    await setNames(tx, userId, names);
    await recordLeagueChanges(tx, await listLeagueIdsOf(tx, userId));
    await recordUserChange(tx, userId);
    return { ...user, ...names };
  });
}

function wrongPassword(): Refusal {
  return new Refusal(403, 'wrong-password', 'This is not your password');
}
