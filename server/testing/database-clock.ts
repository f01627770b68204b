import type pg from 'pg';

/**
 * Gives a database another clock. Later connections find functions with the names of Postgres's own first, through
 * their search path. Defaults of columns are changed as well: they name Postgres's own function by its id, so that no
 * search path leads them elsewhere.
 *
 * clockTimestamp, now  SQL of the two functions. Postgres puts it into its plans.
 */
export async function replaceDatabaseClock(
  owner: pg.Pool,
  { clockTimestamp, now }: { clockTimestamp: string; now: string },
): Promise<void> {
  await owner.query(`
    create schema virtual;
    create function virtual.clock_timestamp() returns timestamptz language sql volatile as $$ ${clockTimestamp} $$;
    create function virtual.now() returns timestamptz language sql stable as $$ ${now} $$;
    grant usage on schema virtual to public;
    do $$ declare found record; begin
      execute format('alter database %I set search_path = virtual, pg_catalog, public', current_database());
      for found in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table %I alter column %I set default virtual.now()', found.table_name, found.column_name);
      end loop;
    end $$`);
}
