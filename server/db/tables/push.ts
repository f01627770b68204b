import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { pushFailures } from '#shared/domain/push-failure.ts';
import { instant } from './columns.ts';
import { notifications } from './notifications.ts';

export const pushFailureEnum = pgEnum('push_failure', pushFailures);

/**
 * The browsers to which notices are pushed. They lie on the coordinator, as the notifications do. Source:
 * docs/decisions/push.md.
 */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    /** The URL at which a push service takes pushes for the browser. Whoever has it and the keys can send some. */
    endpoint: text().notNull().unique(),
    /** The browser's public key and secret, by which pushes are encrypted (RFC 8291), as base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The id in the browser's device cookie: signing out there removes the row. */
    browser: text().notNull(),
    /** 'Chrome on Android'. */
    label: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a push service last took a push for it; null before. */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('push_devices_user').on(t.userId), index('push_devices_browser').on(t.browser)],
);

/**
 * The notices that are pushed, a row for each device of their user. The transaction that writes a notice inserts them, or
 * makes them due again if it has news; the worker sends them. Source: docs/decisions/push.md.
 */
export const pushes = pgTable(
  'pushes',
  {
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    deviceId: uuid('device_id')
      .notNull()
      .references(() => pushDevices.id, { onDelete: 'cascade' }),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next try; null once sent, given up, or not wanted. */
    dueAt: instant('due_at').defaultNow(),
    /** When a push service last took it; null before. */
    sentAt: instant('sent_at'),
    /** Why the last try failed; null before a failure, and once a push service took the push. */
    failure: pushFailureEnum(),
    failedAt: instant('failed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.notificationId, t.deviceId] }),
    index('pushes_failed').on(t.failedAt).where(sql`${t.failure} is not null`),
    index('pushes_due').on(t.dueAt, t.notificationId, t.deviceId).where(sql`${t.dueAt} is not null`),
    index('pushes_device').on(t.deviceId),
  ],
);

/** Whether a user wants notices on devices. A user who was not asked, or has not answered, has no row. */
export const pushAnswers = pgTable('push_answers', {
  userId: uuid('user_id').primaryKey(),
  isWanted: boolean('is_wanted').notNull(),
  at: instant('at').notNull().defaultNow(),
});
