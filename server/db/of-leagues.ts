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
