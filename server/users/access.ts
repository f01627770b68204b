import type { Db } from '../db/connection.ts';
import { Refusal } from '../lib/refusal.ts';
import { findUser } from './store.ts';

declare const proven: unique symbol;

/** Proof that a user is an admin now; only this file makes it. */
export type Admin = { userId: string; readonly [proven]: 'admin' };

/**
 * Proves that the user is an admin or refuses (403). It queries the database each time, so that a revocation works at
 * once.
 */
export async function requireAdmin(db: Db, userId: string): Promise<Admin> {
  const user = await findUser(db, userId);
  if (!user?.isAdmin) throw new Refusal(403, 'admin-required', 'Admin Access Required');
  return { userId } as Admin;
}
