import type { Db } from './connection.ts';

/**
 * The same connection or transaction with a clock of its own: `databaseNow` and stored instants take their time from
 * `clock` instead of the database. Nothing is set in the database, so the next user of the connection is not affected.
 * A savepoint (`db.transaction`) has the database's clock. The demo makes its past by this function. No request of a
 * user may set a clock: import-rules.ts allows this file to the demo and to tests only. Why:
 * docs/decisions/database-clock.md.
 */
export function withClock(db: Db, clock: () => Date): Db {
  return Object.create(db, { clock: { value: clock } });
}
