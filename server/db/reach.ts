import { sql } from 'drizzle-orm';
import type { Database } from './connection.ts';
import { isAmong, type OfLeagues } from './of-leagues.ts';
import { joinCodes } from './tables/leagues.ts';

/**
 * The leagues that can be read now.
 *
 * isWhole  whether these are all leagues. If not, nothing may be recorded as done for all of them.
 * these    the condition that rows are of these leagues. While a machine is lost a statement may use it with one
 *          sharded table alone: Citus 13 plans no join of two, not even of leagues that can be reached.
 */
export type Reach = { isWhole: boolean; these: OfLeagues };

/** Every league, whether or not it can be reached. */
export const everywhere: OfLeagues = () => sql`true`;

/** The leagues of machines that are not lost: on one Postgres, and while no machine is lost, all of them. */
export async function reachableLeagues({ db, machines }: Pick<Database, 'db' | 'machines'>): Promise<Reach> {
  if (machines.isWhole) return { isWhole: true, these: everywhere };
  // Every machine has a copy of the join codes, the coordinator too, and each league has one.
  const rows = await db.select({ id: joinCodes.leagueId }).from(joinCodes);
  return { isWhole: false, these: isAmong(sql.param(machines.reachable(rows.map(({ id }) => id)))) };
}
