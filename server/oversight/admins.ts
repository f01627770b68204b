import type { ReplyInput } from '#shared/api/endpoint.ts';
import { type listAdmins as listAdminsCall, mostAdmins } from '#shared/api/oversight.ts';
import { signerName } from '#shared/domain/naming.ts';
import { findGrants } from '../audit/store.ts';
import type { Db } from '../db/connection.ts';
import { listAdmins } from '../users/store.ts';

/** The admins, each with the time of the grant. */
export async function readAdmins(db: Db): Promise<ReplyInput<typeof listAdminsCall>> {
  const rows = await listAdmins(db, '', mostAdmins);
  const grants = await findGrants(
    db,
    rows.map(({ id }) => id),
  );
  return {
    admins: rows.map((row) => ({
      id: row.id,
      email: row.email,
      name: signerName(row),
      since: grants.get(row.id)?.toISOString() ?? null,
    })),
  };
}
