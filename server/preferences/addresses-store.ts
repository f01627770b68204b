import { and, eq, gt, gte, isNotNull, sql } from 'drizzle-orm';
import { confirmationHours } from '#shared/domain/notice-settings.ts';
import type { Db } from '../db/connection.ts';
import { mailAddresses, outbox } from '../db/tables/mail.ts';

export type AddressRow = typeof mailAddresses.$inferSelect & { isAsked: boolean };

const columns = {
  userId: mailAddresses.userId,
  emailNorm: mailAddresses.emailNorm,
  askedAt: mailAddresses.askedAt,
  tokenHash: mailAddresses.tokenHash,
  expiresAt: mailAddresses.expiresAt,
  confirmedAt: mailAddresses.confirmedAt,
  digestAt: mailAddresses.digestAt,
  /** Whether the last link is still valid, also one that waits in the outbox. */
  isAsked: sql<boolean>`${mailAddresses.askedAt} > now() - make_interval(hours => ${confirmationHours}::int)`,
};

/** The address of a user with its state; null if the user has never asked for mail. */
export async function findAddress(db: Db, userId: string): Promise<AddressRow | null> {
  const [row] = await db.select(columns).from(mailAddresses).where(eq(mailAddresses.userId, userId));
  return row ?? null;
}

/** The same, locked until the transaction ends. */
export async function lockAddress(tx: Db, userId: string): Promise<AddressRow | null> {
  const [row] = await tx.select(columns).from(mailAddresses).where(eq(mailAddresses.userId, userId)).for('update');
  return row ?? null;
}

/** Stores that a link for this address is queued. Forgets all about an earlier address. */
export async function setAsked(tx: Db, userId: string, emailNorm: string): Promise<void> {
  const isSame = sql`${mailAddresses.emailNorm} = excluded.email_norm`;
  const ofSame = (column: string) => sql`case when ${isSame} then ${mailAddresses}.${sql.identifier(column)} end`;
  await tx
    .insert(mailAddresses)
    .values({ userId, emailNorm })
    .onConflictDoUpdate({
      target: mailAddresses.userId,
      set: {
        emailNorm: sql`excluded.email_norm`,
        // Of two calls at once the one that began first may be the last to write.
        askedAt: sql`case when ${isSame} then greatest(${mailAddresses.askedAt}, excluded.asked_at) else excluded.asked_at end`,
        tokenHash: ofSame('token_hash'),
        expiresAt: ofSame('expires_at'),
        confirmedAt: ofSame('confirmed_at'),
      },
    });
}

/** Whether this letter is the last that asks for the confirmation. The transaction that queues it sets `asked_at`, too. */
export async function isLastQuestion(tx: Db, letterId: string): Promise<boolean> {
  const last = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .innerJoin(mailAddresses, eq(mailAddresses.userId, outbox.userId))
    .where(and(eq(outbox.id, letterId), gte(outbox.createdAt, mailAddresses.askedAt)));
  return last.length > 0;
}

/** Stores the digest of the token of a link that is sent now. The links of earlier letters stop. */
export async function setToken(tx: Db, userId: string, tokenHash: string): Promise<void> {
  const expiresAt = sql`now() + make_interval(hours => ${confirmationHours}::int)`;
  await tx.update(mailAddresses).set({ tokenHash, expiresAt }).where(eq(mailAddresses.userId, userId));
}

/** The address to which this token was mailed; null if the token is unknown or expired. */
export async function findByToken(db: Db, tokenHash: string): Promise<{ userId: string; emailNorm: string } | null> {
  const isUsable = and(eq(mailAddresses.tokenHash, tokenHash), gt(mailAddresses.expiresAt, sql`clock_timestamp()`));
  const [row] = await db
    .select({ userId: mailAddresses.userId, emailNorm: mailAddresses.emailNorm })
    .from(mailAddresses)
    .where(isUsable);
  return row ?? null;
}

/** Confirms the address. The token stays until it expires: a link that is opened twice has the same answer. */
export async function setConfirmed(db: Db, userId: string, emailNorm: string): Promise<void> {
  await db
    .update(mailAddresses)
    .set({ confirmedAt: sql`coalesce(${mailAddresses.confirmedAt}, now())` })
    .where(and(eq(mailAddresses.userId, userId), eq(mailAddresses.emailNorm, emailNorm)));
}

/** Moves a confirmation of one address to another one that the user has proven, too. */
export async function moveConfirmation(tx: Db, userId: string, emailNorm: string): Promise<void> {
  await tx
    .update(mailAddresses)
    .set({ emailNorm, tokenHash: null, expiresAt: null })
    .where(and(eq(mailAddresses.userId, userId), isNotNull(mailAddresses.confirmedAt)));
}

export async function setDigestAt(tx: Db, userId: string, digestAt: Date): Promise<void> {
  await tx.update(mailAddresses).set({ digestAt }).where(eq(mailAddresses.userId, userId));
}

/** Deletes what is known of the addresses of these users. */
export async function deleteAddressesOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(mailAddresses).where(sql`${mailAddresses.userId} = any (${sql.param(userIds)}::uuid[])`);
}
