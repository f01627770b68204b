import { sql } from 'drizzle-orm';
import { check, index, integer, json, jsonb, pgEnum, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { MailChoices, PushChoices } from '#shared/domain/notice-settings.ts';
import { noticeKinds } from '#shared/domain/notification.ts';
import { defaultQuietHours } from '#shared/domain/quiet-hours.ts';
import { instant } from './columns.ts';

export const noticeKindEnum = pgEnum('notice_kind', noticeKinds);

/**
 * The notices of users: one row a user, kind and subject, whatever happens to it later. A user's rows lie on the
 * coordinator, as memberships do. Source: docs/decisions/notifications.md.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: noticeKindEnum().notNull(),
    /** Its subject within the kind: ids and numbers, such as a league and a day. */
    subject: text().notNull(),
    leagueId: uuid('league_id').notNull(),
    /** `NoticeFacts` of the kind: ids and numbers, never a name. */
    facts: jsonb().notNull(),
    /** Facts replace those of a lower version, such as of fewer settled tickets. */
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When it last had news: its creation, or the facts of a higher version. */
    newsAt: instant('news_at').notNull().defaultNow(),
    /** Null while unread; news makes it unread. */
    readAt: instant('read_at'),
  },
  (t) => [
    unique('notifications_once').on(t.userId, t.kind, t.subject),
    index('notifications_list').on(t.userId, t.newsAt, t.id),
    index('notifications_unread').on(t.userId).where(sql`${t.readAt} is null`),
    index('notifications_subject').on(t.leagueId, t.kind, t.subject),
    index('notifications_news').on(t.newsAt),
  ],
);

/**
 * How users want their notices: a row for each user who has changed something. It lies on the coordinator, as the
 * notifications do. Source: docs/decisions/notice-settings.md.
 */
export const noticeSettings = pgTable(
  'notice_settings',
  {
    userId: uuid('user_id').primaryKey(),
    push: json().$type<PushChoices>().notNull().default({}),
    mail: json().$type<MailChoices>().notNull().default({}),
    /** Minutes of the day; both null without quiet hours. */
    quietFrom: integer('quiet_from').default(defaultQuietHours.from),
    quietUntil: integer('quiet_until').default(defaultQuietHours.until),
    /** An IANA time zone; null until a browser of the user has named one. */
    timeZone: text('time_zone'),
  },
  (t) => [
    check(
      'notice_settings_quiet',
      sql`(${t.quietFrom} is null) = (${t.quietUntil} is null) and ${t.quietFrom} <> ${t.quietUntil}
        and ${t.quietFrom} between 0 and 1439 and ${t.quietUntil} between 0 and 1439`,
    ),
  ],
);
