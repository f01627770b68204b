import { sql } from 'drizzle-orm';
import { boolean, index, json, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    /** The address in lower case: one account per address, whatever its case. */
    emailNorm: text('email_norm').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    username: text(),
    isAdmin: boolean('is_admin').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * When the account was deleted. The row stays, because leagues reference it: without address and password, and with
     * 'Former member' as its first name. Source: docs/decisions/own-account.md#deletion.
     */
    deletedAt: instant('deleted_at'),
  },
  (t) => [index('users_admins').on(t.emailNorm).where(sql`${t.isAdmin}`)],
);

/**
 * The deleted accounts whose leagues are not all left yet, or whose last requests may still run. A row has no foreign
 * key: the deletion of a demo's user does not wait for it.
 */
export const accountDeletions = pgTable('account_deletions', {
  userId: uuid('user_id').primaryKey(),
  at: instant('at').notNull().defaultNow(),
});

/** The columns that connect-pg-simple reads and writes; `expire` has a time zone. */
export const sessions = pgTable(
  'sessions',
  {
    sid: varchar().primaryKey(),
    sess: json().notNull(),
    expire: instant('expire').notNull(),
  },
  (t) => [index('sessions_expire').on(t.expire), index('sessions_user').on(sql`((${t.sess} #>> '{passport,user}'))`)],
);

/** Open password resets. Only the digest of a token is stored. */
export const passwordResets = pgTable(
  'password_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('password_resets_user').on(t.userId)],
);

/**
 * The addresses to which users want to change, one each, until the link that was mailed there is confirmed or expires.
 * The id is in the link.
 */
export const emailChanges = pgTable('email_changes', {
  id: uuid().primaryKey(),
  userId: uuid('user_id').notNull().unique(),
  email: text().notNull(),
  expiresAt: instant('expires_at').notNull(),
});

/**
 * The addresses that users had before a change. Until a row expires nobody else gets the address, and the link that was
 * mailed there gives it back. The id is in the link.
 */
export const emailUndos = pgTable(
  'email_undos',
  {
    emailNorm: text('email_norm').primaryKey(),
    email: text().notNull(),
    id: uuid().notNull().unique(),
    userId: uuid('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('email_undos_user').on(t.userId)],
);
