import { sql } from 'drizzle-orm';
import { index, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The leagues of the demo. Ids have no foreign keys, so that a league can be deleted without touching this table. */
export const demoLeagues = pgTable(
  'demo_leagues',
  {
    leagueId: uuid('league_id').primaryKey(),
    ownerId: uuid('owner_id').notNull(),
    /** The member as whom the visitor is signed in. */
    visitorId: uuid('visitor_id').notNull(),
    madeAt: instant('made_at').notNull().defaultNow(),
    /** Null while the league waits for a visitor. */
    claimedAt: instant('claimed_at'),
  },
  (t) => [index('demo_leagues_ready').on(t.madeAt).where(sql`${t.claimedAt} is null`)],
);
