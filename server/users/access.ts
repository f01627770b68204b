import { emailLocalPart } from '#shared/domain/naming.ts';
import type { Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { findUser } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is an admin now: made here only. `name` is what their odds are signed with. */
export type Admin = { userId: string; name: string; readonly [proven]: 'admin' };

/** Reads the right anew for each request, so that granting and revoking work at once; refuses everybody else (403). */
export async function requireAdmin(db: Db, userId: string): Promise<Admin> {
  const user = await findUser(db, userId);
  if (!user?.isAdmin) throw new Refusal(403, 'admin-required', 'Admin Access Required');
  // Source: spec §3, "Manual odds record".
  return { userId, name: user.firstName?.trim() || emailLocalPart(user.email) || 'Admin' } as Admin;
}
