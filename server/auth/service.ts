import { createHmac } from 'node:crypto';
import { type forgotPassword, longestEmail, type register, type resetPassword } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import { appendAuditLine } from '../audit/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { deleteSessions } from '../http/session-store.ts';
import { newId } from '../lib/ids.ts';
import { Refusal } from '../lib/refusal.ts';
import { passwordChangedLetter, resetLetter, resetText } from '../mail/letters.ts';
import type { TextOf } from '../mail/send.ts';
import { dropResetLetters, enqueue, isQueued, isSuperseded } from '../mail/store.ts';
import { deleteDevicesOf } from '../push/store.ts';
import { deleteEmailChange, isEmailTaken, lockEmails } from '../users/email-changes-store.ts';
import {
  findUserByEmail,
  insertUser,
  lockUser,
  replacePasswordHash,
  setPasswordHash,
  type UserRow,
} from '../users/store.ts';
import { digest } from './digest.ts';
import type { Passwords } from './passwords.ts';
import { consumeReset, deleteResetsOf, findReset, replaceResets } from './store.ts';

/** The user with this address and password; null if there is none. Rehashes a password whose hash has another cost. */
export async function verifyUser(
  database: Database,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<UserRow | null> {
  const user = await findByTypedEmail(database.db, email);
  const matches = await passwords.matches(password, user?.passwordHash ?? null);
  if (!user || !matches) return null;
  return passwords.isCurrent(user.passwordHash) ? user : rehash(database, passwords, user, password);
}

/**
 * Replaces the hash of a user's password by one of the current cost. If the password queue is full, or another password
 * was set meanwhile, the old hash stays and the next sign-in tries again.
 */
async function rehash({ withTx }: Database, passwords: Passwords, user: UserRow, password: string): Promise<UserRow> {
  try {
    const passwordHash = await passwords.hash(password);
    const isReplaced = await withTx((tx) => replacePasswordHash(tx, user.id, user.passwordHash, passwordHash));
    return isReplaced ? { ...user, passwordHash } : user;
  } catch (error) {
    if (error instanceof Refusal) return user;
    throw error;
  }
}

/** Creates an account. Refuses a taken address (409). */
export async function registerUser(
  { withTx }: Database,
  passwords: Passwords,
  { email, password, firstName, lastName }: BodyOutput<typeof register>,
): Promise<UserRow> {
  const passwordHash = await passwords.hash(password);
  const user = await withTx(async (tx) => {
    await lockEmails(tx, [email]);
    const isTaken = await isEmailTaken(tx, email, null);
    return isTaken ? null : insertUser(tx, { id: newId(), email, passwordHash, firstName, lastName });
  });
  if (!user) throw new Refusal(409, 'email-taken', 'An account with this email already exists');
  return user;
}

/**
 * Queues a mail with a reset link for the owner of this address. Does nothing if no account has the address. The link
 * leads back to `next`, the path of an invitation.
 */
export async function requestReset(db: Db, { email, next }: BodyOutput<typeof forgotPassword>): Promise<void> {
  const user = await findByTypedEmail(db, email);
  // The mail goes to the stored address, not to the typed one.
  if (user) await enqueue(db, resetLetter(user.email, user.id, next));
}

/**
 * Returns a function that writes the text of a letter just before it is sent. It makes the token of a reset link, which
 * invalidates the user's older links. The outbox never stores a link: the token follows from the letter's id and the
 * session secret. A letter that is sent again so has the same link, because the mail server may have taken it before,
 * and its receiver may open either. It returns null, which drops the letter, if the user is gone, the password was
 * reset meanwhile, or a later letter was tried: a retry must not end the newer link. `site` is the public URL.
 */
export function textOfLetter({ withTx }: Database, site: string, sessionSecret: string): TextOf {
  const key = createHmac('sha256', sessionSecret).update('links that reset passwords').digest();
  return async ({ id, body, resetUserId, next }) => {
    if (resetUserId === null) return body;
    const token = createHmac('sha256', key).update(id).digest('base64url');
    return withTx(async (tx) => {
      const user = await lockUser(tx, resetUserId);
      if (!user || !(await isQueued(tx, id)) || (await isSuperseded(tx, id))) return null;
      await replaceResets(tx, user.id, digest(token));
      const back = next === null ? '' : `&next=${encodeURIComponent(next)}`;
      return resetText(`${site}/reset-password?token=${token}${back}`);
    });
  };
}

/**
 * Sets the password of the user to whom the token was mailed, and returns the user. Also ends every session of the
 * user, removes their push devices, and invalidates the token, all other links for a new password and the link that
 * confirms another address. Refuses an unknown, used or expired token (400).
 */
export async function finishReset(
  { db, withTx }: Database,
  passwords: Passwords,
  site: string,
  { token, newPassword }: BodyOutput<typeof resetPassword>,
): Promise<UserRow> {
  const tokenHash = digest(token);
  const userId = await findReset(db, tokenHash);
  if (!userId) throw badLink();
  const passwordHash = await passwords.hash(newPassword);
  return withTx(async (tx) => {
    // Lock the user first, as `textOfLetter` does: one order of locks prevents a deadlock between the two.
    const user = await lockUser(tx, userId);
    if (!user || !(await consumeReset(tx, tokenHash))) throw badLink();
    await setPasswordHash(tx, userId, passwordHash);
    await deleteResetsOf(tx, [userId]);
    await dropResetLetters(tx, userId);
    await deleteEmailChange(tx, userId);
    await deleteSessions(tx, [userId]);
    await deleteDevicesOf(tx, [userId]);
    await enqueue(tx, passwordChangedLetter(user, `${site}/forgot-password`));
    await appendAuditLine(tx, { actorId: userId, action: 'password-changed', leagueId: null, detail: {} });
    return user;
  });
}

/**
 * Finds a user by a typed address. Text that no account can have, too long or not ASCII, is not looked up: Postgres
 * refuses some characters beyond ASCII. The grammar of sign-up does not apply here, because it would refuse addresses
 * of older accounts.
 */
async function findByTypedEmail(db: Db, typed: string): Promise<UserRow | null> {
  const email = typed.trim();
  return email.length <= longestEmail && /^[ -~]*$/.test(email) ? findUserByEmail(db, email) : null;
}

function badLink(): Refusal {
  return new Refusal(400, 'bad-link', 'Failed to reset password. The link may be expired or invalid.');
}
