import { counted } from '#shared/domain/count.ts';
import { appendAuditLine } from '../audit/store.ts';
import { type Database, type Db, isUnreachable } from '../db/connection.ts';
import { recordUserChange } from '../events/store.ts';
import { leaveForGood } from '../leagues/departure.ts';
import { listLeagueIdsOf } from '../leagues/memberships-store.ts';
import { listUnfinishedOf } from '../leagues/store.ts';
import { leagueUnreachable, Refusal } from '../lib/refusal.ts';
import { runIsolated } from '../lib/run-isolated.ts';
import { deleteLettersTo } from '../mail/store.ts';
import { requireOtherAdmin } from '../users/service.ts';
import { lockAdmins, markDeleted, type UserRow } from '../users/store.ts';
import { dropFinishedDeletion, insertDeletion, listDeletions } from './deletions-store.ts';
import { deletePersonalRows } from './personal-store.ts';
import { lockProven } from './service.ts';

/**
 * Deletes the account of a user who has proven the password: nobody is signed in to it any more, and its address is
 * free. The leagues are left afterwards, by `finishDeletion`: a transaction writes to one league. Refuses an owner of
 * leagues that are not final and the last admin (409), and (503) while a league lies on a lost machine and could be one of them.
 */
export async function deleteAccountOf(
  { withTx, machines }: Pick<Database, 'withTx' | 'machines'>,
  proven: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<void> {
  await withTx(async (tx) => {
    // The user's lock: whoever creates, joins or is given a league takes it, too.
    await lockAdmins(tx); // before the user's lock: docs/decisions/lock-order.md
    const { id, email, isAdmin } = await lockProven(tx, proven);
    if (isAdmin) await requireOtherAdmin(tx, id);
    await refuseOwner(tx, machines, id);
    await insertDeletion(tx, id);
    await deletePersonalRows(tx, [id]);
    await deleteLettersTo(tx, email);
    await recordUserChange(tx, id); // ends the open streams
    await appendAuditLine(tx, { actorId: id, action: 'account-deleted', leagueId: null, detail: {} });
    await markDeleted(tx, id);
  });
}

async function refuseOwner(tx: Db, machines: Database['machines'], userId: string): Promise<void> {
  const leagueIds = await listLeagueIdsOf(tx, userId);
  if (machines.unreachable(leagueIds).length > 0) throw leagueUnreachable();
  const owned = await listUnfinishedOf(tx, machines, leagueIds, userId);
  const [first] = owned;
  if (first === undefined) return;
  const more = owned.length > 1 ? ` and ${counted(owned.length - 1, 'other league')}` : '';
  const words = `You own ${first}${more}. Hand over or delete what is not final, then delete your account.`;
  throw new Refusal(409, 'owns-leagues', words);
}

/** Finishes the deletions that are under way. Two workers may do so at once. */
export async function finishDeletions(database: Database): Promise<void> {
  const started = await listDeletions(database.db);
  const name = (userId: string) => `the deletion of ${userId}`;
  await runIsolated(started, name, (userId) => finishDeletion(database, userId), { isFatal: isUnreachable });
}

/**
 * Takes a deleted user out of every league that can be reached, one transaction each, in the order of their ids. Deletes
 * again what requests of before the deletion may have written since.
 */
export async function finishDeletion({ db, withTx, machines }: Database, userId: string): Promise<void> {
  const leagueIds = machines.reachable(await listLeagueIdsOf(db, userId)).toSorted();
  for (const leagueId of leagueIds) await withTx((tx) => leaveForGood(tx, leagueId, userId));
  await withTx((tx) => deletePersonalRows(tx, [userId]));
  await dropFinishedDeletion(db, userId);
}
