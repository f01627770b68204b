import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { pushAnswers, pushDevices } from '../db/tables/push.ts';

export type PushDeviceRow = typeof pushDevices.$inferSelect;

/** The devices of a user, the oldest first. */
export async function listDevices(db: Db, userId: string): Promise<PushDeviceRow[]> {
  return db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.userId, userId))
    .orderBy(pushDevices.createdAt, pushDevices.id);
}

/** Inserts a device. Deletes those that it replaces, whosever they are: the one of its endpoint, and its browser's. */
export async function replaceDevice(
  tx: Db,
  device: Omit<PushDeviceRow, 'createdAt' | 'lastUsedAt'>,
): Promise<PushDeviceRow> {
  const isSame = or(eq(pushDevices.endpoint, device.endpoint), eq(pushDevices.browser, device.browser));
  await tx.delete(pushDevices).where(isSame);
  const [row] = await tx.insert(pushDevices).values(device).returning();
  if (!row) throw new Error('the insert returned no row');
  return row;
}

/** Deletes the devices of a user that were not used for longest, until `atMost` are left. Keeps the newest. */
export async function deleteSurplusDevices(tx: Db, userId: string, atMost: number): Promise<void> {
  await tx.execute(sql`
    delete from ${pushDevices} where id in (
      select id from ${pushDevices} where user_id = ${userId}
      order by greatest(created_at, last_used_at) desc, id desc offset ${atMost}
    )`);
}

/** Deletes a device of a user. Returns false if the user has none with this id. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.id, id), eq(pushDevices.userId, userId)))
    .returning({ id: pushDevices.id });
  return deleted.length > 0;
}

/** Deletes the device of a user in one browser. */
export async function deleteDeviceIn(tx: Db, userId: string, browser: string): Promise<void> {
  await tx.delete(pushDevices).where(and(eq(pushDevices.userId, userId), eq(pushDevices.browser, browser)));
}

/**
 * Deletes the devices of everybody but the user who signs in to a browser: the sessions of others may have expired
 * there, and their notices would go on to appear.
 */
export async function deleteDevicesOfOthersIn(db: Db, userId: string, browser: string): Promise<void> {
  await db.delete(pushDevices).where(and(ne(pushDevices.userId, userId), eq(pushDevices.browser, browser)));
}

/** Deletes the devices of a user in all browsers but one. */
export async function deleteDevicesElsewhere(tx: Db, userId: string, browser: string): Promise<void> {
  await tx.delete(pushDevices).where(and(eq(pushDevices.userId, userId), ne(pushDevices.browser, browser)));
}

export async function deleteDevicesOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(pushDevices).where(sql`${pushDevices.userId} = any (${sql.param(userIds)}::uuid[])`);
}

/** Whether the user wants notices on devices; null before an answer. */
export async function findAnswer(db: Db, userId: string): Promise<boolean | null> {
  const [row] = await db
    .select({ isWanted: pushAnswers.isWanted })
    .from(pushAnswers)
    .where(eq(pushAnswers.userId, userId));
  return row?.isWanted ?? null;
}

export async function setAnswer(db: Db, userId: string, isWanted: boolean): Promise<void> {
  await db
    .insert(pushAnswers)
    .values({ userId, isWanted })
    .onConflictDoUpdate({ target: pushAnswers.userId, set: { isWanted, at: sql`excluded.at` } });
}

export async function deleteAnswersOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(pushAnswers).where(sql`${pushAnswers.userId} = any (${sql.param(userIds)}::uuid[])`);
}
