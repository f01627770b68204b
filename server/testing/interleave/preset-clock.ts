import type pg from 'pg';
import { ownerPool } from '../owner-pool.ts';

/**
 * Lets tests set the clock of the database at `url`: in every connection from now on, `clock_timestamp()` is the set
 * time, or the real one while none is set. A statement that waited sees the time after its wait.
 */
export async function installPresetClock(url: string): Promise<void> {
  const owner = ownerPool(url, 1);
  try {
    await owner.query(`
      create schema preset;
      grant usage on schema preset to public;
      create table preset.clock (at timestamptz);
      grant select, update on preset.clock to public;
      insert into preset.clock values (null);
      create function preset.clock_timestamp() returns timestamptz volatile language sql
        as 'select coalesce((select at from preset.clock), pg_catalog.clock_timestamp())'`);
    // The functions of Postgres come first, unless their schema is named later.
    await owner.query(`do $$ begin
      execute format('alter database %I set search_path = preset, pg_catalog, public', current_database());
    end $$`);
  } finally {
    await owner.end();
  }
}

/** Sets the clock; null: to the real time. */
export async function presetClock(pool: pg.Pool, at: Date | null): Promise<void> {
  await pool.query('update preset.clock set at = $1', [at]);
}
