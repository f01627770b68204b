import { eq, sql } from 'drizzle-orm';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import type { Db } from '../db/connection.ts';
import { noticeSettings } from '../db/tables/notifications.ts';

export type SettingsRow = typeof noticeSettings.$inferSelect;

const isOneOf = (userIds: readonly string[]) => sql`${noticeSettings.userId} = any (${sql.param(userIds)}::uuid[])`;

/** The settings of a user; null if the user has changed none. */
export async function findSettings(db: Db, userId: string): Promise<SettingsRow | null> {
  const [row] = await db.select().from(noticeSettings).where(eq(noticeSettings.userId, userId));
  return row ?? null;
}

/** The settings of those of the users who have changed some. */
export async function listSettings(db: Db, userIds: readonly string[]): Promise<SettingsRow[]> {
  return db.select().from(noticeSettings).where(isOneOf(userIds));
}

/** Locks the settings of a user until the transaction ends. Inserts those that a user has who has changed none. */
export async function lockSettings(tx: Db, userId: string): Promise<SettingsRow> {
  await tx.insert(noticeSettings).values({ userId }).onConflictDoNothing();
  const [row] = await tx.select().from(noticeSettings).where(eq(noticeSettings.userId, userId)).for('update');
  if (!row) throw new Error('the settings were deleted while their row was inserted');
  return row;
}

export async function updateSettings(
  tx: Db,
  userId: string,
  settings: Partial<Omit<SettingsRow, 'userId'>>,
): Promise<void> {
  if (Object.keys(settings).length === 0) return;
  await tx.update(noticeSettings).set(settings).where(eq(noticeSettings.userId, userId));
}

/** Switches a kind of mail off. Does nothing for a user without settings, such as one who is gone. */
export async function switchOffMail(tx: Db, userId: string, kind: MailKind): Promise<void> {
  const [row] = await tx
    .select({ mail: noticeSettings.mail })
    .from(noticeSettings)
    .where(eq(noticeSettings.userId, userId))
    .for('update');
  if (row) await updateSettings(tx, userId, { mail: { ...row.mail, [kind]: false } });
}

/** Stores the time zone of a user's browser, unless one is stored already. */
export async function setFirstTimeZone(db: Db, userId: string, timeZone: string): Promise<void> {
  await db
    .insert(noticeSettings)
    .values({ userId, timeZone })
    .onConflictDoUpdate({
      target: noticeSettings.userId,
      set: { timeZone: sql`coalesce(${noticeSettings.timeZone}, excluded.time_zone)` },
    });
}

/** Deletes the settings of accounts that are deleted. */
export async function deleteSettingsOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(noticeSettings).where(isOneOf(userIds));
}
