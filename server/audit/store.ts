import { and, desc, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { AuditAct } from '#shared/domain/audit.ts';
import type { Db } from '../db/connection.ts';
import { auditLog } from '../db/tables/audit.ts';
import { newId } from '../lib/ids.ts';

export type AuditLine = {
  /** Null for an act of the operator on the command line, and of a feed. */
  actorId: string | null;
  action: AuditAct;
  leagueId: string | null;
  detail: Record<string, unknown>;
};

/** Records an act in the transaction that does it. */
export async function appendAuditLine(tx: Db, line: AuditLine): Promise<void> {
  await appendAuditLines(tx, [line]);
}

/** Records several acts in one statement. */
export async function appendAuditLines(tx: Db, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length > 0) await tx.insert(auditLog).values(lines.map((line) => ({ id: newId(), ...line })));
}

/** The filters of a list of the log; null for all of it. `'command'`: acts of the operator. */
export type AuditFilter = {
  actor: string | 'command' | null;
  act: AuditAct | null;
  since: Date | null;
};

export type AuditRow = typeof auditLog.$inferSelect;

/** Up to `most` lines, the latest first, after the line with the id `after`; the first ones for null. */
export async function listAuditLines(
  db: Db,
  { actor, act, since }: AuditFilter,
  { after, most }: { after: string | null; most: number },
): Promise<AuditRow[]> {
  const isOfActor =
    actor === 'command'
      ? and(isNull(auditLog.actorId), ne(auditLog.action, 'result-corrected'))
      : actor === null
        ? undefined
        : eq(auditLog.actorId, actor);
  const isAfter =
    after === null
      ? undefined
      : sql`(${auditLog.at}, ${auditLog.id}) < (select x.at, x.id from ${auditLog} x where x.id = ${after})`;
  return db
    .select()
    .from(auditLog)
    .where(
      and(isOfActor, act === null ? undefined : eq(auditLog.action, act), gte(auditLog.at, since ?? epoch), isAfter),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(most);
}

/** Before every line. */
const epoch = new Date(0);

/** The time at which each of these users was last made an admin; without those of whom the log does not know. */
export async function findGrants(db: Db, userIds: readonly string[]): Promise<Map<string, Date>> {
  const userId = sql<string>`${auditLog.detail} ->> 'userId'`;
  const rows = await db
    .select({ userId, at: sql<string>`max(${auditLog.at})` })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'admin-granted'), sql`${userId} = any (${sql.param(userIds)}::text[])`))
    .groupBy(userId);
  return new Map(rows.map((row) => [row.userId, new Date(row.at)]));
}
