import { index, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, sportEnum } from './columns.ts';

/** One row per pull of a feed: how many events it had, which were quarantined and why, or why the pull failed. */
export const pulls = pgTable(
  'pulls',
  {
    id: uuid().primaryKey(),
    feed: text().notNull(),
    sport: sportEnum().notNull(),
    /** 'slate', 'odds', or the Eastern day that was pulled. */
    what: text().notNull(),
    at: instant('at').notNull(),
    tookMs: integer('took_ms').notNull(),
    /** Null if the pull succeeded. */
    failure: text(),
    seen: integer().notNull(),
    changed: integer().notNull(),
    quarantined: json().$type<{ eventId: string | null; reason: string }[]>().notNull(),
    unknownStatuses: json('unknown_statuses').$type<string[]>().notNull(),
  },
  (t) => [index('pulls_of_sport').on(t.sport, t.at), index('pulls_at').on(t.at)],
);
