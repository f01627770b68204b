import type { SQL } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Db } from './connection.ts';

const dialect = new PgDialect();

/**
 * A statement written by hand whose text is put together once, to be sent with other values each time: for one that settles
 * thousands of leagues, writing it down anew took longer than waiting for its answer.
 *
 * statement  with a placeholder for each value; the same text also lets a connection keep its plan (kept-plans.ts).
 * Returns    the rows as the driver reads them: instants and 64-bit integers as text.
 */
export function fixedStatement<Name extends string, Row>(
  statement: SQL,
): (db: Db, values: Record<Name, unknown>) => Promise<Row[]> {
  const query = dialect.sqlToQuery(statement);
  return async (db, values) => {
    const prepared = db._.session.prepareQuery<PreparedQueryConfig & { execute: { rows: Row[] } }>(
      query,
      undefined,
      undefined,
      false,
    );
    const { rows } = await prepared.execute(values);
    return rows;
  };
}
