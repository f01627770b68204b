import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { conditionsOf } from '../db/of-leagues.ts';
import { leagues, members } from '../db/tables/leagues.ts';

/** A league of two users. `isPresent`: whether the second is a member of it now. */
export type SharedLeague = {
  id: string;
  name: string;
  season: number;
  seriesId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  finalizedAt: number | null;
  isPresent: boolean;
};

/**
 * Those of these leagues of which the viewer is a member now, and the user is or was one. On a Citus it is one statement
 * for each league, whose rows are on one machine.
 */
export async function listSharedLeagues(
  { db, machines }: Pick<Database, 'db' | 'machines'>,
  leagueIds: readonly string[],
  viewerId: string,
  userId: string,
): Promise<SharedLeague[]> {
  const shared: SharedLeague[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) {
    const { rows } = await db.execute<SharedLeague>(sql`
      select l.id, l.name, l.season, coalesce(l.series_id, l.id) as "seriesId", o.removed_at is null as "isPresent",
        floor(extract(epoch from l.created_at) * 1000)::float8 as "startedAt",
        floor(extract(epoch from l.finalized_at) * 1000)::float8 as "finalizedAt"
      from ${members} m
      join ${members} o on ${isOf(sql`o.league_id`)} and o.league_id = m.league_id
      join ${leagues} l on ${isOf(sql`l.id`)} and l.id = m.league_id
      where ${isOf(sql`m.league_id`)} and m.user_id = ${viewerId} and m.removed_at is null and o.user_id = ${userId}`);
    shared.push(...rows);
  }
  return shared.sort((one, other) => other.startedAt - one.startedAt || one.id.localeCompare(other.id));
}
