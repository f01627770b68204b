import { expect } from 'vitest';
import type { Group } from '#shared/api/groups.ts';
import type { Database } from '../db/connection.ts';

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
