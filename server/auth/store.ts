import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { passwordResets } from '../db/tables/users.ts';

/**
 * Stores the digest of the user's new reset token, valid for an hour by the database's clock, and deletes the older
 * ones. Why: docs/security.md#reset-links.
 */
export async function replaceResets(tx: Db, userId: string, tokenHash: string): Promise<void> {
  await deleteResetsOf(tx, [userId]);
  await tx.insert(passwordResets).values({ tokenHash, userId, expiresAt: sql`now() + interval '1 hour'` });
}

/** The id of the user whose password the token may set; null if the token is unknown, used or expired. */
export async function findReset(db: Db, tokenHash: string): Promise<string | null> {
  const isUsable = and(eq(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, sql`clock_timestamp()`));
  const [row] = await db.select({ userId: passwordResets.userId }).from(passwordResets).where(isUsable);
  return row?.userId ?? null;
}

/** Uses a token up: true once, false ever after. */
export async function consumeReset(tx: Db, tokenHash: string): Promise<boolean> {
  // The expiry is checked in a query of its own: Citus does not allow clock_timestamp() in a DELETE.
  if ((await findReset(tx, tokenHash)) === null) return false;
  const isOfToken = eq(passwordResets.tokenHash, tokenHash);
  const used = await tx.delete(passwordResets).where(isOfToken).returning({ id: passwordResets.userId });
  return used.length > 0;
}

export async function deleteResetsOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(passwordResets).where(sql`${passwordResets.userId} = any (${sql.param(userIds)}::uuid[])`);
}

export async function deleteExpiredResets(db: Db): Promise<void> {
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`));
}
