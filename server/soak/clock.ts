import type pg from 'pg';
import { replaceDatabaseClock } from '../testing/database-clock.ts';

/** The time of a soak, which runs `speed` times as fast as the real one from its beginning on. */
export type FastClock = { speed: number; fromMs: number; nowMs(): number };

/** Starts the clock, and has later connections to the database use it. */
export async function startFastClock(owner: pg.Pool, speed: number): Promise<FastClock> {
  const fromMs = Date.now();
  const from = `timestamptz '${new Date(fromMs).toISOString()}'`;
  const fast = (real: string) => `select ${from} + (${real} - ${from}) * ${speed}::float8`;
  await replaceDatabaseClock(owner, {
    clockTimestamp: fast('pg_catalog.clock_timestamp()'),
    now: fast('pg_catalog.now()'),
  });
  return { speed, fromMs, nowMs: () => fromMs + (Date.now() - fromMs) * speed };
}
