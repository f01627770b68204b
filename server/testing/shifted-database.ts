import { onEveryServer } from './every-server.ts';
import { ownerPool } from './owner-pool.ts';

/** A database with a wrong clock: `set` shifts it by milliseconds, below zero backwards. */
export type ShiftedDatabase = { set(aheadMs: number): Promise<void>; end(): Promise<void> };

/**
 * Lets a test set a database's clock wrong. Later connections find functions with the names of Postgres's own first,
 * through their search path. Existing connections and defaults of columns use the right clock.
 */
export async function shiftDatabaseClock(url: string): Promise<ShiftedDatabase> {
  const owner = ownerPool(url, 1);
  await owner.query('create schema shifted');
  await onEveryServer(owner, "create table shifted.clock as select interval '0' as ahead");
  await owner.query(`
    create function shifted.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + ahead from shifted.clock';
    create function shifted.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + ahead from shifted.clock';
    grant usage on schema shifted to public;
    do $$ begin
      execute format('alter database %I set search_path = shifted, pg_catalog, public', current_database());
    end $$`);
  await onEveryServer(owner, 'grant select on shifted.clock to public');
  return {
    set: (aheadMs) =>
      onEveryServer(owner, `update shifted.clock set ahead = make_interval(secs => ${aheadMs / 1_000})`),
    end: () => owner.end(),
  };
}
