import { and, desc, eq, gt, gte, lt, ne, sql } from 'drizzle-orm';
import { emailChangeHours, emailUndoHours } from '#shared/api/email-change.ts';
import type { Db } from '../db/connection.ts';
import { lockNamed } from '../db/named-locks.ts';
import { emailChanges, emailUndos, users } from '../db/tables/users.ts';
import { newId } from '../lib/ids.ts';
import { normalEmail, type UserRow } from './store.ts';

export type EmailChange = typeof emailChanges.$inferSelect;
export type EmailUndo = typeof emailUndos.$inferSelect;

const inHours = (hours: number) => sql`now() + make_interval(hours => ${hours}::int)`;

/** Locks addresses until the transaction ends, against sign-ups and changes. They are locked before any user. */
export async function lockEmails(tx: Db, emails: readonly string[]): Promise<void> {
  await lockNamed(tx, 'email', emails.map(normalEmail));
}

/** Stores the address to which a user wants to change, in place of an earlier one, whose link ends. */
export async function replaceEmailChange(tx: Db, userId: string, email: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  await tx.insert(emailChanges).values({ id: newId(), userId, email, expiresAt: inHours(emailChangeHours) });
}

/** The change with this id; null if there is none, or it has expired. */
export async function findEmailChange(db: Db, id: string): Promise<EmailChange | null> {
  const isOpen = gt(emailChanges.expiresAt, sql`clock_timestamp()`);
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.id, id), isOpen));
  return row ?? null;
}

/** The change that a user has asked for; null without one. */
export async function findEmailChangeOf(db: Db, userId: string): Promise<EmailChange | null> {
  const [row] = await db.select().from(emailChanges).where(eq(emailChanges.userId, userId));
  return row ?? null;
}

export async function deleteEmailChange(tx: Db, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
}

/** Whether another account than this user's has the address, or may have it back. `userId` null: whether any has. */
export async function isEmailTaken(db: Db, email: string, userId: string | null): Promise<boolean> {
  const norm = normalEmail(email);
  const isOther = (column: typeof users.id | typeof emailUndos.userId) =>
    userId === null ? undefined : ne(column, userId);
  const accounts = await db.$count(users, and(eq(users.emailNorm, norm), isOther(users.id)));
  if (accounts > 0) return true;
  const isOpen = gt(emailUndos.expiresAt, sql`clock_timestamp()`);
  return (await db.$count(emailUndos, and(eq(emailUndos.emailNorm, norm), isOpen, isOther(emailUndos.userId)))) > 0;
}

/** Reserves the address that a user had before a change. An address that the user has again is reserved no longer. */
export async function replaceUndo(
  tx: Db,
  { id: userId, email, emailNorm }: Pick<UserRow, 'id' | 'email' | 'emailNorm'>,
  newEmail: string,
): Promise<void> {
  for (const norm of [emailNorm, normalEmail(newEmail)]) {
    await tx.delete(emailUndos).where(eq(emailUndos.emailNorm, norm));
  }
  await tx.insert(emailUndos).values({ id: newId(), userId, email, emailNorm, expiresAt: inHours(emailUndoHours) });
}

/** The reservation with this id; null if there is none, or it has expired. */
export async function findUndo(db: Db, id: string): Promise<EmailUndo | null> {
  const isOpen = gt(emailUndos.expiresAt, sql`clock_timestamp()`);
  const [row] = await db
    .select()
    .from(emailUndos)
    .where(and(eq(emailUndos.id, id), isOpen));
  return row ?? null;
}

/** The reservations that a user has now, the latest first. */
export async function listUndosOf(db: Db, userId: string): Promise<EmailUndo[]> {
  const isOpen = gt(emailUndos.expiresAt, sql`clock_timestamp()`);
  return db
    .select()
    .from(emailUndos)
    .where(and(eq(emailUndos.userId, userId), isOpen))
    .orderBy(desc(emailUndos.expiresAt), desc(emailUndos.id));
}

/** The reservation of an address; null without one. */
export async function findUndoOf(db: Db, email: string): Promise<EmailUndo | null> {
  const [row] = await db
    .select()
    .from(emailUndos)
    .where(eq(emailUndos.emailNorm, normalEmail(email)));
  return row ?? null;
}

/** Deletes a reservation with all later ones of its user. Earlier ones can still undo what this one gives back. */
export async function deleteUndosFrom(tx: Db, { userId, expiresAt }: EmailUndo): Promise<void> {
  await tx.delete(emailUndos).where(and(eq(emailUndos.userId, userId), gte(emailUndos.expiresAt, expiresAt)));
}

export async function setEmail(tx: Db, userId: string, email: string): Promise<void> {
  await tx
    .update(users)
    .set({ email, emailNorm: normalEmail(email) })
    .where(eq(users.id, userId));
}

/** Deletes the changes of these users, and what they reserve. */
export async function deleteEmailChangesOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(emailChanges).where(sql`${emailChanges.userId} = any (${sql.param(userIds)}::uuid[])`);
  await tx.delete(emailUndos).where(sql`${emailUndos.userId} = any (${sql.param(userIds)}::uuid[])`);
}

export async function deleteExpiredEmailChanges(db: Db): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`));
  await db.delete(emailUndos).where(lt(emailUndos.expiresAt, sql`now()`));
}
