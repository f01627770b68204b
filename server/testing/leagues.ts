import { sql } from 'drizzle-orm';
import type { Group } from '#shared/api/groups.ts';
import type { Db } from '../db/connection.ts';
import type { Player } from './world.ts';

/** Moves the league's dates so that it ended an hour ago; its tickets stay as they are. */
export async function endLeague(db: Db, league: Group): Promise<void> {
  await db.execute(sql`
    update leagues set join_deadline = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where leagues.id = ${league.id}`);
}

/** Marks the member as removed, as of now. */
export async function removeFrom(db: Db, league: Group, { user }: Player): Promise<void> {
  await db.execute(sql`
    update members set removed_at = now() where league_id = ${league.id} and user_id = ${user.id}`);
}
