import { and, eq, sql } from 'drizzle-orm';
import type { AwardKind } from '#shared/domain/award.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Database } from '../db/connection.ts';
import { conditionsOf } from '../db/of-leagues.ts';
import { awards } from '../db/tables/awards.ts';
import { finalStandings, leagues } from '../db/tables/leagues.ts';

type Reads = Pick<Database, 'db' | 'machines'>;

/** A user's row of the frozen standings of a league. `asksWeeks`: whether the title asked for active weeks. */
export type FinalRow = {
  leagueId: string;
  rank: number;
  members: number;
  balance: Cents;
  isEligible: boolean;
  asksWeeks: boolean;
};

/** The rows of a user's shelf in these leagues. `earned`: the kinds that anybody has in any of them. */
export type ShelfRows = { finals: FinalRow[]; awards: (typeof awards.$inferSelect)[]; earned: Set<AwardKind> };

/** On a Citus these are three statements for each league, whose rows are on one machine. */
export async function listShelf(
  { db, machines }: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<ShelfRows> {
  const shelf: ShelfRows = { finals: [], awards: [], earned: new Set() };
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) {
    const finals = await db.execute<FinalRow>(sql`
      select f.league_id as "leagueId", f.rank, f.balance_cents::float8 as balance, f.is_eligible as "isEligible",
        f.active_weeks is not null as "asksWeeks", (
          select count(*)::int from ${finalStandings} c where ${isOf(sql`c.league_id`)} and c.league_id = f.league_id
        ) as members
      from ${finalStandings} f where ${isOf(sql`f.league_id`)} and f.user_id = ${userId}`);
    const earned = await db.execute<{ kind: AwardKind }>(sql`
      select distinct k.kind from ${leagues} cross join unnest(enum_range(null::award_kind)) as k(kind)
      where ${isOf(leagues.id)} and exists (
        select from ${awards} a where ${isOf(sql`a.league_id`)} and a.league_id = ${leagues.id} and a.kind = k.kind
      )`);
    shelf.finals.push(...finals.rows);
    shelf.awards.push(
      ...(await db
        .select()
        .from(awards)
        .where(and(isOf(awards.leagueId), eq(awards.userId, userId)))),
    );
    for (const { kind } of earned.rows) shelf.earned.add(kind);
  }
  return shelf;
}
