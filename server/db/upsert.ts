import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The `set` of an upsert that copies the given columns from the row that was to be inserted. */
export function excluded(columns: Record<string, PgColumn>): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(columns).map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}

/** The condition that the row that was to be inserted differs from the stored row in any of these columns. */
export function differsIn(columns: Record<string, PgColumn>): SQL {
  const all = Object.values(columns);
  const incoming = all.map((column) => sql`excluded.${sql.identifier(column.name)}`);
  return sql`(${sql.join(all, sql`, `)}) is distinct from (${sql.join(incoming, sql`, `)})`;
}
