import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/** The database's own time, read now: the only clock that locks a game. */
export async function databaseNow(tx: Db): Promise<Date> {
  const { rows } = await tx.execute<{ now: Date }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

/** The database's clock as a process knows it, for what is only shown; what decides reads the clock in its transaction. */
export type FollowedClock = {
  now(): Date;
  /** Compares with the database once more. Rejects when that cannot be reached: then the clock goes on as it was. */
  follow(): Promise<void>;
};

/**
 * A clock that follows the database's: pages, game lists and sessions go by it, so that a process whose machine's clock is
 * wrong shows a game as open exactly as long as the database takes bets on it. Between two comparisons it is monotonic;
 * before the first it is the machine's own.
 */
export function followDatabaseClock(db: Db, monotonicMs: () => number = () => performance.now()): FollowedClock {
  let offsetMs = Date.now() - monotonicMs();
  return {
    now: () => new Date(monotonicMs() + offsetMs),
    follow: async () => {
      const askedMs = monotonicMs();
      const toldMs = (await databaseNow(db)).getTime();
      // The database read its clock between question and answer: what agrees with that stays, so that slow answers are harmless.
      const [least, most] = [toldMs - monotonicMs(), toldMs - askedMs];
      if (offsetMs < least || offsetMs > most) offsetMs = (least + most) / 2;
    },
  };
}
