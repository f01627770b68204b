import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * The condition that rows are of certain leagues, given the column of the league. Each select of a statement has it for
 * the tables that leagues own, inner selects too: Citus then asks only the machines of these leagues.
 */
export type OfLeagues = (leagueId: SQLWrapper) => SQL;

/** One league: Citus runs the statement as one task on one machine. */
export const isOnly =
  (id: unknown): OfLeagues =>
  (leagueId) =>
    sql`${leagueId} = ${id}`;

/** Several leagues. */
export const isAmong =
  (ids: unknown): OfLeagues =>
  (leagueId) =>
    sql`${leagueId} = any (${ids}::uuid[])`;

/**
 * The conditions that together are of these leagues: one for all, or one for each while a machine is lost. Citus plans
 * no statement about several leagues while a machine is disabled, and for no league it would ask every machine.
 */
export function conditionsOf(leagueIds: readonly string[], isWhole: boolean): OfLeagues[] {
  if (!isWhole) return leagueIds.map((id) => isOnly(id));
  return leagueIds.length === 0 ? [] : [isAmong(sql.param(leagueIds))];
}
