import { expect } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import type { Database } from '../db/connection.ts';
import { finalizeLeagues } from '../leagues/standings.ts';
import { endLeague } from './leagues.ts';

/** Whether the league is marked as final; asserts that it has frozen standings exactly then. */
export async function isFrozen({ pool }: Database, league: Group): Promise<boolean> {
  const { rows } = await pool.query(
    `select finalized_at is not null as frozen, (select count(*)::int from final_standings where league_id = $1) as rows
     from leagues where id = $1`,
    [league.id],
  );
  expect(rows[0].rows > 0).toBe(rows[0].frozen);
  return rows[0].frozen;
}

/** Ends the league and freezes its standings, as the worker does. */
export async function endForGood(database: Database, league: Pick<Group, 'id'>): Promise<void> {
  await endLeague(database.db, league);
  await finalizeLeagues(database);
}

/** Moves the time at which a final league became final to so many milliseconds ago. */
export async function finalSince({ pool }: Database, { id }: Pick<Group, 'id'>, ms: number): Promise<void> {
  const { rows } = await pool.query<{ at: Date }>(
    "select clock_timestamp() - $1::float8 * interval '1 millisecond' as at",
    [ms],
  );
  const text = 'update leagues set finalized_at = $2, frozen_until = $2, awarded_until = $2 where leagues.id = $1';
  await pool.query(text, [id, rows[0]?.at]);
}
