import { appendAuditLine } from '../audit/store.ts';
import type { Database } from '../db/connection.ts';
import { setAdmin } from './store.ts';

/** Grants or revokes the right to set odds, with an audit line. Returns false if no account has this address. */
export async function grantAdmin({ withTx }: Database, email: string, isAdmin: boolean): Promise<boolean> {
  return withTx(async (tx) => {
    const userId = await setAdmin(tx, email, isAdmin);
    if (!userId) return false;
    const action = isAdmin ? 'admin-granted' : 'admin-revoked';
    await appendAuditLine(tx, { actorId: null, action, leagueId: null, detail: { userId } });
    return true;
  });
}
