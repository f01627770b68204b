import { eq } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { users } from '../db/tables.ts';

export type UserRow = typeof users.$inferSelect;

/** Addresses are ASCII, so lower case is one spelling for all of them (hardening A17). */
function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(eq(users.emailNorm, normalEmail(email)));
  return row ?? null;
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Null when the address is taken, also by a sign-up in the same moment. */
export async function insertUser(
  db: Db,
  user: { id: string; email: string; passwordHash: string; firstName: string | null; lastName: string | null },
): Promise<UserRow | null> {
  const [row] = await db
    .insert(users)
    .values({ ...user, emailNorm: normalEmail(user.email) })
    .onConflictDoNothing({ target: users.emailNorm })
    .returning();
  return row ?? null;
}
