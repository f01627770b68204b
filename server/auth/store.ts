import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { passwordResets, sessions } from '../db/tables.ts';

/** From now on the user can set a password with this token alone, for an hour by the database's clock (hardening A14). */
export async function replaceResets(tx: Db, userId: string, tokenHash: string): Promise<void> {
  await deleteResets(tx, userId);
  await tx.insert(passwordResets).values({ tokenHash, userId, expiresAt: sql`now() + interval '1 hour'` });
}

/** Whose password a token may set; null when it may set none. */
export async function findReset(db: Db, tokenHash: string): Promise<string | null> {
  const isUsable = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, sql`clock_timestamp()`));
  const [row] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isUsable);
  return row?.userId ?? null;
}

/** Uses a token up: true once, false ever after. */
export async function consumeReset(tx: Db, tokenHash: string): Promise<boolean> {
  if ((await findReset(tx, tokenHash)) === null) return false; // a spread database asks no clock while it deletes
  const isOfToken = eq(passwordResets.tokenHash, tokenHash);
  const used = await tx.delete(passwordResets).where(isOfToken).returning({ id: passwordResets.userId });
  return used.length > 0;
}

export async function deleteResets(tx: Db, userId: string): Promise<void> {
  await tx.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

/** Signs the user out everywhere. */
export async function deleteSessions(tx: Db, userId: string): Promise<void> {
  await tx.delete(sessions).where(eq(sql`${sessions.sess} #>> '{passport,user}'`, userId));
}

/** Removes the sessions and resets whose time is over. */
export async function deleteExpired(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`));
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`));
}
