import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * The link of each user's calendar. Only the digest of its secret is stored. Rows have no foreign key, as memberships:
 * the deletion of a user deletes them.
 */
export const calendars = pgTable('calendars', {
  userId: uuid('user_id').primaryKey(),
  secretHash: text('secret_hash').notNull().unique(),
  madeAt: instant('made_at').notNull().defaultNow(),
});
