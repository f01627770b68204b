import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { longestEmail, type register, type resetPassword } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { Database, Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { passwordChangedLetter, resetLetter, resetText } from '../mail/letters.ts';
import type { TextOf } from '../mail/send.ts';
import { dropResetLetters, enqueue, isQueued } from '../mail/store.ts';
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
import { consumeReset, deleteResets, deleteSessions, findReset, replaceResets } from './store.ts';

/** The user with this address and password; null when there is none. */
export async function verifyUser(
  db: Db,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<UserRow | null> {
  const user = await findByTypedEmail(db, email);
  const matches = await passwords.matches(password, user?.passwordHash ?? null);
  if (!user || !matches) return null;
  return passwords.isCurrent(user.passwordHash) ? user : rehash(db, passwords, user, password);
}

/**
 * Hashes the password of a user anew, at today's cost. The old hash stays, for the next sign-in, where the queue is full
 * or another password was set meanwhile.
 */
async function rehash(db: Db, passwords: Passwords, user: UserRow, password: string): Promise<UserRow> {
  try {
    const passwordHash = await passwords.hash(password);
    const isReplaced = await replacePasswordHash(db, user.id, user.passwordHash, passwordHash);
    return isReplaced ? { ...user, passwordHash } : user;
  } catch (error) {
    if (error instanceof Refusal) return user;
    throw error;
  }
}

/** A new account. Refuses a taken address (409). */
export async function registerUser(
  db: Db,
  passwords: Passwords,
  { email, password, firstName, lastName }: BodyOutput<typeof register>,
): Promise<UserRow> {
  const passwordHash = await passwords.hash(password);
  const user = await insertUser(db, { id: uuid(), email, passwordHash, firstName, lastName });
  if (!user) throw new Refusal(409, 'email-taken', 'An account with this email already exists');
  return user;
}

/** Owes the owner of this address a link to a new password. An address that nobody has changes nothing. */
export async function requestReset(db: Db, email: string): Promise<void> {
  const user = await findByTypedEmail(db, email);
  // To the address that is stored, however it was typed.
  if (user) await enqueue(db, resetLetter(user.email, user.id));
}

/**
 * Writes the text of a letter that is about to be sent. A link to a new password is made here, with its token: the outbox
 * never holds one, and a letter that is sent again has a new one. Links of before are dead. Drops the letter (null) of
 * a user who is gone, or whose password was reset meanwhile. `site` is where the app is reached.
 */
export function textOfLetter({ withTx }: Database, site: string): TextOf {
  return async ({ id, body, resetUserId }) => {
    if (resetUserId === null) return body;
    const token = randomBytes(32).toString('base64url');
    return withTx(async (tx) => {
      const user = await lockUser(tx, resetUserId);
      if (!user || !(await isQueued(tx, id))) return null;
      await replaceResets(tx, user.id, digest(token));
      return resetText(`${site}/reset-password?token=${token}`);
    });
  };
}

/**
 * Sets the password of whoever the token was mailed to, once, and returns them. Everything that the old password could
 * still reach ends with it: other links and every session. Refuses an unknown, used or expired token (400).
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
    // The user first, as in `textOfLetter`, so that the two wait for each other in one order.
    const user = await lockUser(tx, userId);
    if (!user || !(await consumeReset(tx, tokenHash))) throw badLink();
    await setPasswordHash(tx, userId, passwordHash);
    await deleteResets(tx, userId);
    await dropResetLetters(tx, userId);
    await deleteSessions(tx, userId);
    await enqueue(tx, passwordChangedLetter(user.email, `${site}/forgot-password`));
    return user;
  });
}

/**
 * Looks up only what an account's address can be: short and ASCII. Postgres refuses some characters beyond ASCII. The
 * grammar of sign-up is not asked for here, since older accounts have addresses that it would refuse today.
 */
async function findByTypedEmail(db: Db, typed: string): Promise<UserRow | null> {
  const email = typed.trim();
  return email.length <= longestEmail && /^[ -~]*$/.test(email) ? findUserByEmail(db, email) : null;
}

function badLink(): Refusal {
  return new Refusal(400, 'bad-link', 'Failed to reset password. The link may be expired or invalid.');
}
