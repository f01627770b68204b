import { sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Pair, RivalWeek, Stand } from '#shared/domain/rivalry.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { leagues, leagueWeeks } from '../db/tables/leagues.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { netOfRound, roundsOfUsers } from '../leagues/weeks-store.ts';

/**
 * The frozen weeks of a league in which both had a bet settled. They are summed from the rounds of the two, whose number
 * does not grow with the league as the frozen tables do. Rounds lie in weeks with a recap alone, so that the starts of
 * these part them.
 */
export async function listRivalWeeks(
  db: Db,
  leagueId: string,
  viewerId: string,
  userId: string,
): Promise<Pair<RivalWeek>[]> {
  const starts = sql`(select array_agg(w.starts_at order by w.number) from ${leagueWeeks} w where w.league_id = ${leagueId})`;
  const until = sql`(
    select case when l.finalized_at is null then l.frozen_until else 'infinity' end from ${leagues} l where l.id = ${leagueId}
  )`;
  type Row = { viewerNet: Cents; otherNet: Cents; viewerBets: number; otherBets: number };
  const { rows } = await db.execute<Row>(sql`
    with rounds as (
      select t.user_id = ${viewerId} as is_viewer, ${netOfRound} as net, (s.round = 1)::int as bets,
        greatest(1, width_bucket(s.at, ${starts})) as week
      from ${roundsOfUsers(leagueId, [viewerId, userId])} and s.at < ${until}
    )
    select sum(net) filter (where is_viewer)::float8 as "viewerNet",
      sum(net) filter (where not is_viewer)::float8 as "otherNet",
      sum(bets) filter (where is_viewer)::int as "viewerBets",
      sum(bets) filter (where not is_viewer)::int as "otherBets"
    from rounds group by week
    having sum(bets) filter (where is_viewer) > 0 and sum(bets) filter (where not is_viewer) > 0`);
  return rows.map(({ viewerNet, otherNet, viewerBets, otherBets }) => ({
    viewer: { net: viewerNet, bets: viewerBets },
    other: { net: otherNet, bets: otherBets },
  }));
}

/**
 * The markets of games on which both have settled tickets in a league, and not the same sides. Void legs, and the open
 * legs of lost parlays, are left out.
 */
export async function listOpposed(db: Db, leagueId: string, viewerId: string, userId: string): Promise<Pair<Stand>[]> {
  const standsOf = (id: string) => sql`(
    select l.game_id, l.market, array_agg(distinct l.side) as sides, array_agg(distinct l.grade) as grades
    from ${tickets} t join ${legs} l on l.league_id = ${leagueId} and l.ticket_id = t.id
    where t.league_id = ${leagueId} and t.user_id = ${id} and t.grade is not null and l.grade <> 'void'
    group by l.game_id, l.market
  )`;
  const stand = (name: 'v' | 'o') =>
    sql`json_build_object('sides', ${sql.identifier(name)}.sides, 'grades', ${sql.identifier(name)}.grades)`;
  return readInPages<Pair<Stand>>(db, {
    fields: { viewer: stand('v'), other: stand('o') },
    from: sql`${standsOf(viewerId)} v join ${standsOf(userId)} o on o.game_id = v.game_id and o.market = v.market
      where o.sides <> v.sides`,
    order: sql`v.game_id, v.market`,
  });
}
