import type { Db } from './connection.ts';

/**
 * The same connection or transaction, for which `clock` decides instead of the database's clock. The demo plays its
 * past so. No call of a person may: import-rules.ts allows this file to the demo and to tests only.
 * Why: docs/decisions/database-clock.md.
 */
export function withClock(db: Db, clock: () => Date): Db {
  return Object.create(db, { clock: { value: clock } });
}
