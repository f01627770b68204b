import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { entryKinds } from '#shared/domain/statement.ts';
import { instant, money } from './columns.ts';
import { members } from './leagues.ts';

export const entryKindEnum = pgEnum('entry_kind', entryKinds);

/** The ledger entries, append-only: the role of the app has no right to change or delete one. */
export const ledger = pgTable(
  'ledger',
  {
    leagueId: uuid('league_id').notNull(),
    id: uuid().notNull(),
    userId: uuid('user_id').notNull(),
    /** Null for a grant and a rescue only. */
    ticketId: uuid('ticket_id'),
    kind: entryKindEnum().notNull(),
    round: integer().notNull(),
    amount: money('amount_cents').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.id] }),
    unique('ledger_once').on(t.leagueId, t.ticketId, t.kind, t.round),
    uniqueIndex('ledger_given_once').on(t.leagueId, t.userId, t.kind).where(sql`${t.ticketId} is null`),
    foreignKey({ columns: [t.leagueId, t.userId], foreignColumns: [members.leagueId, members.userId] }).onDelete(
      'cascade',
    ),
    index('ledger_member').on(t.leagueId, t.userId),
    index('ledger_given').on(t.leagueId, t.at).where(sql`${t.ticketId} is null`),
    // A new value of an enum cannot be used in the migration that adds it, so the check names the other kinds.
    check('ledger_ticket', sql`(${t.kind} in ('stake', 'payout', 'refund', 'reversal')) = (${t.ticketId} is not null)`),
  ],
);

/**
 * The order of a member's ledger entries in their statements, append-only. The first statement after an entry numbers
 * it: no bet writes here. Source: docs/decisions/statements.md.
 */
export const statementEntries = pgTable(
  'statement_entries',
  {
    leagueId: uuid('league_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** 1 for the first entry of the member's statements. */
    number: integer().notNull(),
    entryId: uuid('entry_id').notNull(),
    /** The sum of this entry and all with a lower number. */
    balance: money('balance_cents').notNull(),
    /** Proves the entry and all with a lower number. */
    digest: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId, t.number] }),
    unique('statement_entries_once').on(t.leagueId, t.entryId),
    foreignKey({ columns: [t.leagueId, t.entryId], foreignColumns: [ledger.leagueId, ledger.id] }).onDelete('cascade'),
  ],
);
