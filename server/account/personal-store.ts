import { deleteResetsOf } from '../auth/store.ts';
import { deleteLinksOf } from '../calendar/store.ts';
import type { Db } from '../db/connection.ts';
import { deleteSessions } from '../http/session-store.ts';
import { deleteLettersOf } from '../mail/store.ts';
import { deleteNoticesOf } from '../notifications/store.ts';
import { deleteAddressesOf } from '../preferences/addresses-store.ts';
import { deleteSettingsOf } from '../preferences/store.ts';
import { deleteAnswersOf, deleteDevicesOf } from '../push/store.ts';
import { deleteEmailChangesOf } from '../users/email-changes-store.ts';

/**
 * Deletes what the coordinator stores of these users besides their accounts and memberships. What leagues store of them
 * is not personal, but for the names that they have there.
 */
export async function deletePersonalRows(tx: Db, userIds: readonly string[]): Promise<void> {
  await deleteSessions(tx, userIds);
  await deleteResetsOf(tx, userIds);
  await deleteEmailChangesOf(tx, userIds);
  await deleteNoticesOf(tx, userIds);
  await deleteSettingsOf(tx, userIds);
  await deleteAddressesOf(tx, userIds);
  await deleteLettersOf(tx, userIds);
  await deleteDevicesOf(tx, userIds);
  await deleteAnswersOf(tx, userIds);
  await deleteLinksOf(tx, userIds);
}
