import { json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * Acts of people that no other table records, or that others may ask about. Ids have no foreign keys, so that a line
 * outlives the user and the league that it names.
 */
export const auditLog = pgTable('audit_log', {
  id: uuid().primaryKey(),
  at: instant('at').notNull().defaultNow(),
  actorId: uuid('actor_id'),
  action: text().notNull(),
  leagueId: uuid('league_id'),
  detail: json().notNull(),
});
