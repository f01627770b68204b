import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Group } from '#shared/api/groups.ts';
import type { Database, Db } from '../db/connection.ts';
import type { Player } from './world.ts';

/** Moves the league's dates so that it ended so many hours ago; its tickets stay as they are. */
export async function endLeague(db: Db, { id }: Pick<Group, 'id'>, hours = 1): Promise<void> {
  const ago = (count: number) => sql`now() - make_interval(hours => ${count}::int)`;
  await db.execute(sql`
    update leagues set join_deadline = ${ago(hours + 1)}, end_date = ${ago(hours)} where leagues.id = ${id}`);
}

/**
 * Moves all that has happened in the league so many weeks into the past, by the Eastern calendar: the same Tuesdays are
 * as many weeks earlier. Its dates stay.
 */
export async function ageLeague({ pool }: Database, { id }: Pick<Group, 'id'>, weeks: number): Promise<void> {
  const aged = (column: string) => `${column} = (
    (${column} at time zone 'America/New_York') - interval '${7 * weeks} days') at time zone 'America/New_York'`;
  const columns: Record<string, string[]> = {
    members: ['joined_at', 'removed_at'],
    ledger: ['at'],
    tickets: ['placed_at', 'settled_at'],
    leg_grades: ['at'],
    settlements: ['at'],
    league_weeks: ['starts_at', 'ends_at', 'frozen_at'],
  };
  const updates = Object.entries(columns).map(
    ([table, names]) => `update ${table} set ${names.map(aged).join(', ')} where league_id = '${id}'`,
  );
  const ofLeague = `update leagues set ${['created_at', 'frozen_until', 'awarded_until'].map(aged).join(', ')} where leagues.id = '${id}'`;
  await pool.query(['begin', 'set local role none', ofLeague, ...updates, 'commit'].join('; '));
}

/** Marks the member as removed, as of now. */
export async function removeFrom(db: Db, league: Group, { user }: Player): Promise<void> {
  await db.execute(sql`
    update members set removed_at = now() where league_id = ${league.id} and user_id = ${user.id}`);
}

/** Chosen: the database inserts so many rows in well below its statement timeout, also on a busy machine. */
const rowsAtOnce = 1_000;

/**
 * Adds `count` new users to the league, with the rows that sign-up and joining write; returns their ids. `names` are
 * used in turn.
 */
export async function fillLeague(
  db: Db,
  league: Pick<Group, 'id'>,
  count: number,
  names: readonly string[] = ['One of Many'],
): Promise<string[]> {
  const added = Array.from({ length: count }, (_none, at) => ({ id: uuid(), name: names[at % names.length] }));
  for (let from = 0; from < count; from += rowsAtOnce) {
    const some = added.slice(from, from + rowsAtOnce);
    const each = sql`unnest(${sql.param(some.map(({ id }) => id))}::uuid[], ${sql.param(some.map(() => uuid()))}::uuid[],
      ${sql.param(some.map(({ name }) => name))}::text[]) as new(id, entry, name)`;
    await db.execute(sql`
      insert into users (id, email, email_norm, password_hash, first_name)
      select id, id || '@example.com', id || '@example.com', '', name from ${each}`);
    await db.execute(sql`insert into memberships (user_id, league_id) select id, ${league.id}::uuid from ${each}`);
    await db.execute(sql`
      insert into members (league_id, user_id, available_cents) select ${league.id}::uuid, id, 100000 from ${each}`);
    await db.execute(sql`
      insert into ledger (league_id, id, user_id, kind, round, amount_cents)
      select ${league.id}::uuid, entry, id, 'grant', 0, 100000 from ${each}`);
  }
  return added.map(({ id }) => id);
}

/** Adds `count` open leagues, owned by the player, who is their only member. */
export async function addLeagues(db: Db, { user }: Player, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => uuid());
  const each = sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(ids.map(() => uuid()))}::uuid[]) as new(id, entry)`;
  await db.execute(sql`
    insert into leagues (id, name, owner_id, end_date) select id, 'One of Many', ${user.id}, now() + interval '1 year' from ${each}`);
  const last = sql`(select coalesce(max(right(code, 5)::int), 0) from join_codes where code ~ '^X[0-9]{5}$')`;
  await db.execute(sql`
    insert into join_codes (code, league_id)
    select 'X' || lpad((${last} + row_number() over ())::text, 5, '0'), id from ${each}`);
  await db.execute(sql`insert into memberships (user_id, league_id) select ${user.id}::uuid, id from ${each}`);
  await db.execute(sql`
    insert into members (league_id, user_id, available_cents) select id, ${user.id}, 100000 from ${each}`);
  await db.execute(sql`
    insert into ledger (league_id, id, user_id, kind, round, amount_cents)
    select id, entry, ${user.id}, 'grant', 0, 100000 from ${each}`);
}
