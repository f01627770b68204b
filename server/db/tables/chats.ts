import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgEnum, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { chatFailures, chatServices } from '#shared/domain/chat.ts';
import { instant } from './columns.ts';
import { leagues } from './leagues.ts';

export const chatServiceEnum = pgEnum('chat_service', chatServices);

export const chatFailureEnum = pgEnum('chat_failure', chatFailures);

/**
 * The group chat of a league, to which recaps and final standings are posted. What is still to be posted follows from
 * the frozen rows beyond `posted_week`. Source: docs/decisions/group-chat.md.
 */
export const leagueChats = pgTable(
  'league_chats',
  {
    leagueId: uuid('league_id')
      .primaryKey()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    service: chatServiceEnum().notNull(),
    /** The URL of the webhook: whoever knows it can post. It is in no answer and no log line. */
    address: text().notNull(),
    /** Off after too many failures in a row, or once the webhook is gone; saving switches it on. */
    isOn: boolean('is_on').notNull().default(true),
    /** The last frozen week whose recap was posted, or was frozen before the chat was added. */
    postedWeek: integer('posted_week').notNull(),
    isFinalPosted: boolean('is_final_posted').notNull(),
    /** The failed posts since the last that succeeded. */
    failures: integer().notNull().default(0),
    lastFailure: chatFailureEnum('last_failure'),
    failedAt: instant('failed_at'),
    /** The earliest time of the next try after a failure; null without one. */
    dueAt: instant('due_at'),
    /** Until when one worker alone may post; null while none does. */
    claimedUntil: instant('claimed_until'),
    postedAt: instant('posted_at'),
  },
  (t) => [
    check('league_chats_failures', sql`${t.failures} >= 0`),
    index('league_chats_failing').on(t.leagueId).where(sql`${t.lastFailure} is not null`),
  ],
);

/**
 * The messages that were begun and whose outcome is not stored. Each is inserted before its request leaves and deleted
 * with its outcome. One whose claim has ended is in doubt: it may be in the chat, and only who runs the league repeats it.
 */
export const chatPosts = pgTable(
  'chat_posts',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagueChats.leagueId, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    /** The week of the recap; null for the final standings. */
    week: integer(),
    /** `claimed_until` of the chat in the claim that posts it. */
    claimedUntil: instant('claimed_until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.id] }),
    unique('chat_posts_once').on(t.leagueId, t.week).nullsNotDistinct(),
  ],
);
