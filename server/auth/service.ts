import { v7 as uuid } from 'uuid';
import type { register } from '#shared/api/auth.ts';
import type { BodyOutput } from '#shared/api/endpoint.ts';
import type { Db } from '../db/connection.ts';
import { Refusal } from '../refusal.ts';
import { findUserByEmail, insertUser, type UserRow } from '../users/store.ts';
import type { Passwords } from './passwords.ts';

/** The user with this address and password; null when there is none. */
export async function verifyUser(
  db: Db,
  passwords: Passwords,
  email: string,
  password: string,
): Promise<UserRow | null> {
  // No address of ours holds such characters, and Postgres would refuse them (hardening 0.10).
  const user = isAsciiText(email) ? await findUserByEmail(db, email) : null;
  const matches = await passwords.matches(password, user?.passwordHash ?? null);
  return matches ? user : null;
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

function isAsciiText(text: string): boolean {
  return /^[ -~]*$/.test(text);
}
