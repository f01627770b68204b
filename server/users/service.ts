import { appendAuditLine } from '../audit/store.ts';
import type { Database, Db } from '../db/connection.ts';
import { recordUserChange } from '../events/store.ts';
import { Refusal } from '../lib/refusal.ts';
import { type Admin, requireAdmin } from './access.ts';
import { findUser, findUserByEmail, listAdmins, lockAdmins, lockUser, setAdmin, type UserRow } from './store.ts';

/** The user whose right is granted or revoked. */
export type Wanted = { email: string } | { id: string };

/**
 * Makes an admin of an account, at once, with an audit line. Nothing changes for an admin. Refuses an unknown account
 * (404), and who is no admin any more (403).
 *
 * by  null for the operator's command line.
 */
export async function grantAdmin({ withTx }: Database, wanted: Wanted, by: Admin | null): Promise<UserRow> {
  return withTx((tx) => setRight(tx, wanted, true, by));
}

/**
 * Revokes the right of an admin, at once, with an audit line. Nothing changes for an account without it. Refuses what
 * `grantAdmin` refuses, an admin's own right unless `isOwnMeant`, and the last admin's (409). The operator's command may
 * revoke the last one too, and can grant it again. Source: docs/decisions/what-admins-see.md.
 */
export async function revokeAdmin(
  { withTx }: Database,
  wanted: Wanted,
  by: Admin | null,
  { isOwnMeant }: { isOwnMeant: boolean } = { isOwnMeant: false },
): Promise<UserRow> {
  return withTx(async (tx) => {
    const user = await setRight(tx, wanted, false, by);
    if (user.id === by?.userId && !isOwnMeant) throw ownRight();
    if (by && (await listAdmins(tx, '', 1)).length === 0) throw lastAdmin();
    return user;
  });
}

/** The lock makes all changes of the right follow each other, so that each sees who is an admin after the one before. */
async function setRight(tx: Db, wanted: Wanted, isAdmin: boolean, by: Admin | null): Promise<UserRow> {
  await lockAdmins(tx);
  if (by) await requireAdmin(tx, by.userId);
  const found = 'id' in wanted ? await findUser(tx, wanted.id) : await findUserByEmail(tx, wanted.email);
  const user = found && (await lockUser(tx, found.id));
  if (!user) throw userNotFound();
  if (user.isAdmin === isAdmin) return user;
  await setAdmin(tx, user.id, isAdmin);
  await recordUserChange(tx, user.id);
  const action = isAdmin ? 'admin-granted' : 'admin-revoked';
  await appendAuditLine(tx, { actorId: by?.userId ?? null, action, leagueId: null, detail: { userId: user.id } });
  return { ...user, isAdmin };
}

/** Refuses (409) if this is the only admin. The caller has locked who is an admin. */
export async function requireOtherAdmin(tx: Db, id: string): Promise<void> {
  const admins = await listAdmins(tx, '', 2);
  if (admins.every((admin) => admin.id === id)) throw lastAdmin();
}

function userNotFound(): Refusal {
  return new Refusal(404, 'user-not-found', 'No account has this address');
}

function ownRight(): Refusal {
  return new Refusal(409, 'own-right', 'This would end your own right. Say that you mean it.');
}

function lastAdmin(): Refusal {
  return new Refusal(409, 'last-admin', 'There would be no admin left. Make another one first.');
}
