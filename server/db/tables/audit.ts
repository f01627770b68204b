import { index, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AuditAct } from '#shared/domain/audit.ts';
import { instant } from './columns.ts';

/**
 * Acts of people that no other table records, or that others may ask about. Ids have no foreign keys, so that a line
 * outlives the user and the league that it names.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey(),
    at: instant('at').notNull().defaultNow(),
    /** Null for an act of the operator on the command line, and of a feed. */
    actorId: uuid('actor_id'),
    action: text().$type<AuditAct>().notNull(),
    leagueId: uuid('league_id'),
    detail: json().$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    index('audit_log_at').on(t.at, t.id),
    index('audit_log_actor').on(t.actorId, t.at, t.id),
    index('audit_log_action').on(t.action, t.at, t.id),
  ],
);
