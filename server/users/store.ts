import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { formerMember } from '#shared/domain/naming.ts';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { prepared } from '../db/prepared.ts';
import { users } from '../db/tables/users.ts';

export type UserRow = typeof users.$inferSelect;

// A deleted account is found by none of these functions: only the rows of leagues reference it.
const exists = isNull(users.deletedAt);

/** The address in lower case. Addresses are ASCII, so lower case is unambiguous (docs/security.md#names). */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(exists, eq(users.emailNorm, normalEmail(email))));
  return row ?? null;
}

/** Locks the user until the transaction ends, against every other change of the user's row, and reads the row. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  await lockNamed(tx, 'user', [id]);
  return findUser(tx, id);
}

/** Locks the users until the transaction ends. */
export async function lockUsers(tx: Db, ids: readonly string[]): Promise<void> {
  await lockNamed(tx, 'user', ids);
}

export async function setPasswordHash(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

export async function setNames(tx: Db, id: string, names: Pick<UserRow, 'firstName' | 'lastName'>): Promise<void> {
  await tx.update(users).set(names).where(eq(users.id, id));
}

/**
 * Replaces the hash `before` by another one of the same password. Returns false if the stored hash is no longer
 * `before`.
 */
export async function replacePasswordHash(tx: Db, id: string, before: string, passwordHash: string): Promise<boolean> {
  await lockNamed(tx, 'user', [id]);
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, before));
  const replaced = await tx.update(users).set({ passwordHash }).where(isUnchanged).returning({ id: users.id });
  return replaced.length > 0;
}

/** Locks who is an admin until the transaction ends. */
export async function lockAdmins(tx: Db): Promise<void> {
  await lockNamed(tx, 'admins', ['admins']);
}

export async function setAdmin(tx: Db, id: string, isAdmin: boolean): Promise<void> {
  await tx.update(users).set({ isAdmin }).where(eq(users.id, id));
}

/** Up to `most` admins in the order of their addresses, after one in lower case; `''` for the first ones. */
export async function listAdmins(db: Db, after: string, most: number): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(users.isAdmin, gt(users.emailNorm, after)))
    .orderBy(asc(users.emailNorm))
    .limit(most);
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await userById(db, { id });
  return row ?? null;
}

const userById = prepared(['id'], (db, { id }) =>
  db
    .select()
    .from(users)
    .where(and(exists, eq(users.id, id))),
);

/** The names of these users by their ids; users whose account is gone are left out. */
export async function findNames(db: Db, ids: readonly string[]) {
  const { id, firstName, username, email } = users;
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id, firstName, username, email })
          .from(users)
          .where(and(exists, inArray(id, [...new Set(ids)])));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Inserts a user, whose address `tx` has locked. Returns null if the address is taken, also by a concurrent sign-up, which
 * is waited for.
 */
export async function insertUser(
  tx: Db,
  user: {
    id: string;
    email: string;
    passwordHash: string;
    firstName: string | null;
    lastName: string | null;
  },
): Promise<UserRow | null> {
  const emailNorm = normalEmail(user.email);
  const [row] = await tx
    .insert(users)
    .values({ ...user, createdAt: presetNow(tx) ?? undefined, emailNorm })
    .onConflictDoNothing({ target: users.emailNorm })
    .returning();
  return row ?? null;
}

/**
 * Deletes everything personal of a user's row, which `tx` has locked. No sign-up can have an id as its address, and no
 * password has an empty hash.
 */
export async function markDeleted(tx: Db, id: string): Promise<void> {
  await tx
    .update(users)
    .set({
      email: '',
      emailNorm: id,
      passwordHash: '',
      firstName: formerMember,
      lastName: null,
      username: null,
      isAdmin: false,
      deletedAt: sql`now()`,
    })
    .where(eq(users.id, id));
}
