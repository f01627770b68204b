import type pg from 'pg';
import { virtualClock } from '../oracle/virtual-clock.ts';

/** The only clock of a simulation: of the database, the web processes and the worker. It stands still between steps. */
export type SimulatedClock = {
  now(): Date;
  ms(): number;
  /** Sets the clock forward. */
  advance(ms: number): Promise<void>;
  /** Connections as the owner of the tables, without faults. */
  owner: pg.Pool;
  end(): Promise<void>;
};

/** Starts the clock of the database at `url`, which has no other connections yet, at `from`. */
export async function simulatedClock(url: string, from: Date): Promise<SimulatedClock> {
  const clock = await virtualClock(url);
  let ms = from.getTime();
  await clock.set(ms);
  // Defaults of columns name Postgres's own function by its id: no search path leads them elsewhere.
  await clock.owner.query(`do $$ declare found record; begin
    for found in select table_name, column_name from information_schema.columns
      where table_schema = 'public' and column_default = 'now()'
    loop
      execute format('alter table %I alter column %I set default virtual.now()', found.table_name, found.column_name);
    end loop;
  end $$`);
  return {
    now: () => new Date(ms),
    ms: () => ms,
    advance: async (more) => {
      ms += more;
      await clock.set(ms);
    },
    owner: clock.owner,
    end: clock.end,
  };
}
