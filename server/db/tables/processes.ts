import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** A 64-bit transaction id, never reused, as text. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' });

/** The columns that rate-limiter-flexible reads and writes. */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/**
 * Change notifications: a transaction that changes something inserts the topic; every process polls the table, to
 * refresh its caches and its open pages. Rows are only inserted, and the key starts with the transaction id, so writers
 * never wait for each other. By the transaction id a reader finds the rows that it has not read.
 */
export const changes = pgTable(
  'changes',
  {
    transaction: transactionNumber().notNull().default(sql`pg_current_xact_id()`),
    topic: text().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.transaction, t.topic] }), index('changes_at').on(t.at)],
);

/**
 * The last probe of each machine of a Citus. It lies on the coordinator, so that one process probes a machine for all.
 * A row without an answer stays so until a later probe has one.
 */
export const machineProbes = pgTable('machine_probes', {
  machineGroup: integer('machine_group').primaryKey(),
  startedAt: instant('started_at').notNull(),
  isAnswered: boolean('is_answered').notNull().default(true),
});

/** How far a job of the workers has come: what was committed before this time is done. */
export const watermarks = pgTable('watermarks', {
  name: text().primaryKey(),
  at: instant('at').notNull(),
});

/** One row per worker process: when it last ran a job. */
export const heartbeats = pgTable('heartbeats', {
  worker: text().primaryKey(),
  at: instant('at').notNull(),
});
