import { index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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

/** A quarantined event as its feed sent it. Deleted once the event is taken, or is not listed any more. */
export const quarantinedEvents = pgTable(
  'quarantined_events',
  {
    id: uuid().primaryKey(),
    feed: text().notNull(),
    sport: sportEnum().notNull(),
    /** The `what` of the pull that listed the event last. */
    what: text().notNull(),
    /** The provider's id; null if it could not be read. */
    eventId: text('event_id'),
    /** Identifies the event within its feed and sport: its id or, without one, its digest. */
    key: text().notNull(),
    reason: text().notNull(),
    /** JSON, cut after 64 kB. */
    raw: text().notNull(),
    /** The size of the JSON before the cut. */
    rawBytes: integer('raw_bytes').notNull(),
    /** Of the whole JSON, so that a change past the cut is noticed too. */
    digest: text().notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [
    uniqueIndex('quarantined_events_key').on(t.feed, t.sport, t.key),
    index('quarantined_events_seen').on(t.lastSeenAt),
  ],
);
