import { and, eq } from 'drizzle-orm';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { users } from '../db/tables.ts';

export type UserRow = typeof users.$inferSelect;

/** The address in lower case. Addresses are ASCII, so lower case is unambiguous (docs/security.md#names). */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.emailNorm, normalEmail(email)));
  return row ?? null;
}

/** Locks the user's row until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/**
 * Waits for a transaction that has locked the user's row, then reads the row. It takes an exclusive lock, although it
 * changes nothing: on Citus `users` is on every machine, and two shared locks of its rows block each other.
 */
export async function findUserWithLock(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

export async function setPasswordHash(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/**
 * Replaces the hash `before` by another one of the same password. Returns false if the stored hash is no longer
 * `before`.
 */
export async function replacePasswordHash(db: Db, id: string, before: string, passwordHash: string): Promise<boolean> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, before));
  const replaced = await db.update(users).set({ passwordHash }).where(isUnchanged).returning({ id: users.id });
  return replaced.length > 0;
}

/** Grants or revokes the right to set odds. Returns the user's id, or null if no account has this address. */
export async function setAdmin(db: Db, email: string, isAdmin: boolean): Promise<string | null> {
  const [changed] = await db
    .update(users)
    .set({ isAdmin })
    .where(eq(users.emailNorm, normalEmail(email)))
    .returning({ id: users.id });
  return changed?.id ?? null;
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await userById(db, { id });
  return row ?? null;
}

const userById = prepared(['id'], (db, { id }) => db.select().from(users).where(eq(users.id, id)));

/** Inserts a user. Returns null if the address is taken, also by a concurrent sign-up. */
export async function insertUser(
  db: Db,
  user: {
    id: string;
    email: string;
    passwordHash: string;
    firstName: string | null;
    lastName: string | null;
  },
): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, createdAt: presetNow(db) ?? undefined, emailNorm: normalEmail(user.email) })
    .onConflictDoNothing({ target: users.emailNorm })
    .returning();
  return row ?? null;
}
