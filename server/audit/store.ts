import { v7 as uuid } from 'uuid';
import type { Db } from '../db/connection.ts';
import { auditLog } from '../db/tables.ts';

type AuditLine = {
  /** Null for whoever keeps the machine. */
  actorId: string | null;
  action: string;
  leagueId: string | null;
  detail: Record<string, unknown>;
};

/** Writes down what somebody did, in the transaction that does it; the line outlives whatever it names. */
export async function appendAuditLine(tx: Db, line: AuditLine): Promise<void> {
  await tx.insert(auditLog).values({ id: uuid(), ...line });
}
