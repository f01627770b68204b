import { v7 as uuid } from 'uuid';
import type { Db } from '../db/connection.ts';
import { auditLog } from '../db/tables/audit.ts';

type AuditLine = {
  /** Null for an act of the operator on the command line. */
  actorId: string | null;
  action: string;
  leagueId: string | null;
  detail: Record<string, unknown>;
};

/** Records an act in the transaction that does it. */
export async function appendAuditLine(tx: Db, line: AuditLine): Promise<void> {
  await tx.insert(auditLog).values({ id: uuid(), ...line });
}
