import { sql } from 'drizzle-orm';
import type { Db } from './connection.ts';

/**
 * The time of a transaction with a preset clock (preset-clock.ts). Null in all others: there the database's clock
 * decides.
 */
export function presetNow(tx: Db): Date | null {
  return tx.clock?.() ?? null;
}

/** Reads the database's clock: the only clock that decides whether a game is locked. */
export async function databaseNow(tx: Db): Promise<Date> {
  const preset = presetNow(tx);
  if (preset) return preset;
  const { rows } = await tx.execute<{ now: string }>(sql`select clock_timestamp() as now`);
  return new Date(rows[0]?.now ?? Number.NaN);
}

/**
 * A process's copy of the database's clock, for display. Code that decides something reads the database's clock in its
 * transaction. Why: docs/decisions/database-clock.md.
 */
export type FollowedClock = {
  now(): Date;
  /** Compares the clock with the database's. Rejects, and changes nothing, if the database cannot be reached. */
  follow(): Promise<void>;
};

/**
 * Creates a clock that follows the database's. Pages, slates and sessions use it: a process on a machine with a wrong
 * clock shows a game as open exactly as long as the database accepts bets on it. Between two comparisons the clock is
 * monotonic; before the first it shows the machine's time.
 */
export function followDatabaseClock(db: Db, monotonicMs: () => number = () => performance.now()): FollowedClock {
  let offsetMs = Date.now() - monotonicMs();
  return {
    now: () => new Date(monotonicMs() + offsetMs),
    follow: async () => {
      const askedMs = monotonicMs();
      const databaseMs = (await databaseNow(db)).getTime();
      // The database read its clock between query and answer. An offset within these bounds stays, so that a slow
      // answer does no harm.
      const [least, most] = [databaseMs - monotonicMs(), databaseMs - askedMs];
      if (offsetMs < least || offsetMs > most) offsetMs = (least + most) / 2;
    },
  };
}
