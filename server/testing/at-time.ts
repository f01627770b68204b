import type { Database, Db } from '../db/connection.ts';
import { withClock } from '../db/preset-clock.ts';

/** The same database at another time: `now` decides in each of its transactions. */
export function atTime(database: Database, now: Date): Database {
  const set = (db: Db) => withClock(db, () => now);
  const { db, withTx } = database;
  return { ...database, db: set(db), withTx: (work, options) => withTx((tx) => work(set(tx)), options) };
}
