import type pg from 'pg';
import { onEveryServer } from '../testing/every-server.ts';
import { ownerPool } from '../testing/owner-pool.ts';

export type Clock = { set(now: number): Promise<void>; owner: pg.Pool; end(): Promise<void> };

/**
 * Gives a database a clock that stands still until a test sets it. Later connections find functions with the names of
 * Postgres's own first, through their search path.
 */
export async function virtualClock(url: string): Promise<Clock> {
  const owner = ownerPool(url, 2);
  await owner.query('create schema virtual');
  await onEveryServer(owner, 'create table virtual.clock as select now() as at');
  await owner.query(`
    create function virtual.clock_timestamp() returns timestamptz language sql volatile as 'select at from virtual.clock';
    create function virtual.now() returns timestamptz language sql stable as 'select at from virtual.clock';
    grant usage on schema virtual to public;
    do $$ begin
      execute format('alter database %I set search_path = virtual, pg_catalog, public', current_database());
    end $$`);
  await onEveryServer(owner, 'grant select on virtual.clock to public');
  return {
    owner,
    set: async (now) => onEveryServer(owner, `update virtual.clock set at = '${new Date(now).toISOString()}'`),
    end: () => owner.end(),
  };
}
