import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { prepared } from '../db/prepared.ts';
import { users } from '../db/tables.ts';

export type UserRow = typeof users.$inferSelect;

/** Addresses are ASCII, so lower case is one spelling for all of them (hardening A17). */
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

/** Holds the user's row until the end of the transaction. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/**
 * The user as they are once whoever holds the row right now has finished. Held as for a change, since two that share
 * rows of a spread database's every machine block each other.
 */
export async function findSettledUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

export async function setPasswordHash(tx: Db, id: string, passwordHash: string): Promise<void> {
  await tx.update(users).set({ passwordHash }).where(eq(users.id, id));
}

/** Writes another hash of the same password; false when the password's hash is no longer `before`. */
export async function replacePasswordHash(db: Db, id: string, before: string, passwordHash: string): Promise<boolean> {
  const isUnchanged = and(eq(users.id, id), eq(users.passwordHash, before));
  const replaced = await db.update(users).set({ passwordHash }).where(isUnchanged).returning({ id: users.id });
  return replaced.length > 0;
}

/** Gives or takes the right to set odds; the user's id, or null when nobody has this address. */
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

/** Null when the address is taken, also by a sign-up in the same moment. */
export async function insertUser(
  db: Db,
  user: {
    id: string;
    email: string;
    passwordHash: string;
    firstName: string | null;
    lastName: string | null;
    /** Left out, it is now. */
    createdAt?: Date;
  },
): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, emailNorm: normalEmail(user.email) })
    .onConflictDoNothing({ target: users.emailNorm })
    .returning();
  return row ?? null;
}
