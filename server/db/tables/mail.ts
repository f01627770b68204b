import { sql } from 'drizzle-orm';
import { index, integer, json, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { mailFailures } from '#shared/domain/mail-failure.ts';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import { instant } from './columns.ts';
import { notifications } from './notifications.ts';

/** The kinds of letters whose words are written when they are sent. */
export type UnwrittenKind = MailKind | 'confirmation' | 'email-change' | 'email-undo';

export const mailFailureEnum = pgEnum('mail_failure', mailFailures);

/**
 * The mail queue. The transaction that causes a mail inserts it; the worker sends it: docs/decisions/mail-outbox.md.
 */
export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    subject: text().notNull(),
    /** Empty once sent or dropped. A letter with `resetUserId` has no body before either. */
    body: text().notNull(),
    /**
     * The user whose password the letter's link resets. Its body is written at sending: a stored link could be stolen.
     */
    resetUserId: uuid('reset_user_id'),
    /** The user of a letter whose words are written at its sending: server/letters/text.ts. */
    userId: uuid('user_id'),
    /** The kind of such a letter. */
    kind: text().$type<UnwrittenKind>(),
    /** The notices that it is about. */
    noticeIds: json('notice_ids').$type<string[]>().notNull().default([]),
    /** The path of the invitation that the reset link leads back to, if the user came from one. */
    next: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    /** The earliest time of the next try; null once sent or given up. */
    dueAt: instant('due_at').defaultNow(),
    sentAt: instant('sent_at'),
    /** Why the last try failed; null before a failure, and once the letter is sent or dropped. */
    failure: mailFailureEnum(),
    failedAt: instant('failed_at'),
  },
  (t) => [
    index('outbox_recipient').on(t.recipient),
    index('outbox_user').on(t.userId).where(sql`${t.userId} is not null`),
    index('outbox_reset_user').on(t.resetUserId).where(sql`${t.resetUserId} is not null`),
    index('outbox_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    index('outbox_failed').on(t.id).where(sql`${t.failure} is not null`),
  ],
);

/**
 * Whether the address of a user may get letters about leagues: a row for each user who has asked for some. Only the
 * digest of a link's token is stored. It lies on the coordinator, as the notifications do. Source:
 * docs/decisions/letters.md.
 */
export const mailAddresses = pgTable('mail_addresses', {
  userId: uuid('user_id').primaryKey(),
  /** The address that the other columns are about: another one has to be confirmed anew. */
  emailNorm: text('email_norm').notNull(),
  /** When the last letter that asks for the confirmation was queued. */
  askedAt: instant('asked_at').notNull().defaultNow(),
  tokenHash: text('token_hash').unique(),
  expiresAt: instant('expires_at'),
  confirmedAt: instant('confirmed_at'),
  /** When the last digest was queued; null before. */
  digestAt: instant('digest_at'),
});

/**
 * The notices that come by mail, for users who have switched their kind on. The transaction that writes a notice inserts
 * them; the worker puts those that are due into letters. Source: docs/decisions/letters.md.
 */
export const mails = pgTable(
  'mails',
  {
    notificationId: uuid('notification_id')
      .primaryKey()
      .references(() => notifications.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').notNull(),
    /** The earliest time of its letter; null once it is in one, or not wanted any more. */
    dueAt: instant('due_at'),
  },
  (t) => [index('mails_due').on(t.dueAt).where(sql`${t.dueAt} is not null`), index('mails_user').on(t.userId)],
);
