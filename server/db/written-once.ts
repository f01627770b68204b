import { type Placeholder, sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

type Slots<Name extends string> = { [N in Name]: Placeholder<N> };

/** A query of Drizzle's builder; a piece of SQL written by hand is no such thing, and is cheap to write again. */
type Query<Result> = { prepare(name: string): { execute(values: Record<string, unknown>): Promise<Result> } };

/**
 * A query that is written down once for each connection, and from then on only sent: of placing a bet, writing its
 * statements anew each time was half of the server's work.
 *
 * names  of the values that differ each time; `write` is given a slot for each, and nothing else may differ.
 */
export function writtenOnce<Name extends string, Result>(
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
