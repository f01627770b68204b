import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Db } from './connection.ts';

const dialect = new PgDialect();

type Slots<Name extends string> = { [N in Name]: Placeholder<N> };

/** A query of Drizzle's builder; SQL written by hand is no such thing (`fixedStatement`). */
type Query<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } };

/**
 * A query that is written down once for each connection, and from then on only sent: of placing a bet, writing its
 * statements anew each time was half of the server's work.
 *
 * names  of the values that differ each time; `write` is given a slot for each, and nothing else may differ.
 */
export function prepared<Name extends string, Result>(
  names: readonly Name[],
  write: (db: Db, slots: Slots<Name>) => Query<Result>,
): (db: Db, values: Record<Name, unknown>) => Promise<Result> {
  const slots = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Slots<Name>;
  const written = new WeakMap<Db, ReturnType<Query<Result>['prepare']>>();
  return (db, values) => {
    const query = written.get(db) ?? write(db, slots).prepare(''); // the connection names it (kept-plans.ts)
    written.set(db, query);
    return query.execute(values);
  };
}

/**
 * The same for SQL written by hand, whose text is the same on every connection: for a statement that settles thousands of
 * leagues, writing it down anew took longer than waiting for its answer.
 *
 * statement  with a placeholder for each value; the same text also lets a connection keep its plan (kept-plans.ts).
 * Returns    the rows as the driver reads them: instants and 64-bit integers as text.
 */
export function preparedSql<Name extends string, Row>(
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
