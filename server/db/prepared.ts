import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect, type PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type { Db } from './connection.ts';

const dialect = new PgDialect();

export type Placeholders<Name extends string> = { [N in Name]: Placeholder<N> };

/** A query of Drizzle's query builder. For handwritten SQL use `preparedSql`. */
export type Query<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } };

/**
 * A prepared query: built once per connection, then only executed. Building the SQL of a bet each time took half of the
 * server's CPU.
 *
 * names  the names of the values that differ each time. `build` gets a placeholder for each; all else must be constant.
 */
export function prepared<Name extends string, Result>(
  names: readonly Name[],
  build: (db: Db, placeholders: Placeholders<Name>) => Query<Result>,
): (db: Db, values: Record<Name, unknown>) => Promise<Result> {
  const placeholders = Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Placeholders<Name>;
  const built = new WeakMap<Db, ReturnType<Query<Result>['prepare']>>();
  return (db, values) => {
    const query = built.get(db) ?? build(db, placeholders).prepare(''); // plan-cache.ts names the statement
    built.set(db, query);
    return query.execute(values);
  };
}

/**
 * The same for handwritten SQL, whose text is built once per process. Building the SQL of a statement that settles
 * thousands of leagues took longer than executing it.
 *
 * statement  has a placeholder for each value. Its text never changes, so plan-cache.ts can reuse its plan.
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

/**
 * Makes a prepared statement for each number of rows or keys that it takes, at the first use of the number. For few
 * numbers only: each takes a place among the plans that a connection keeps. Over a list of any length (`any ($1)`)
 * Postgres plans a join anew each time, as it expects ten keys of a list that it does not know.
 */
export function forEachCount<Statement>(make: (count: number) => Statement): (count: number) => Statement {
  const made = new Map<number, Statement>();
  return (count) => {
    const statement = made.get(count) ?? make(count);
    made.set(count, statement);
    return statement;
  };
}
