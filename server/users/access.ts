import { emailLocalPart } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { findUser } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is an admin now; only this file makes it. `name` is shown as the author of the admin's odds. */
export type Admin = { userId: string; name: string; readonly [proven]: 'admin' };

/**
 * Proves that the user is an admin or refuses (403). It queries the database each time, so that a revocation works at
 * once.
 */
export async function requireAdmin(db: Db, userId: string): Promise<Admin> {
  const user = await findUser(db, userId);
  if (!user?.isAdmin) throw new Refusal(403, 'admin-required', 'Admin Access Required');
  // The name that is shown: docs/screens.md#names.
  return { userId, name: user.firstName?.trim() || emailLocalPart(user.email) || 'Admin' } as Admin;
}
