import type pg from 'pg';

/**
 * Stops Postgres from vacuuming and analysing the tables by itself. It does so by real time, and may then find other
 * rows first among equals, or choose another plan: the same season would differ from run to run.
 */
export async function quietTables(owner: pg.Pool): Promise<void> {
  await owner.query(`do $$ declare found record; begin
    for found in select tablename from pg_tables where schemaname = 'public' loop
      execute format('alter table %I set (autovacuum_enabled = false)', found.tablename);
    end loop;
  end $$`);
}
