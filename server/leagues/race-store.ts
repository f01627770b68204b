import { sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { ledger } from '../db/tables/ledger.ts';
import { netOfRound, roundsOfUsers } from './weeks-store.ts';

/** The balances of a member; `at` in milliseconds since 1970. */
export type LineRow = {
  userId: string;
  points: { at: number; balance: Cents }[];
  highest: Cents;
  lowest: Cents;
};

/**
 * The balances of these members over time: after joining, and after the last step before each moment and after the
 * last moment. Steps are settlement rounds, and what was given without a bet.
 */
export async function listLines(
  db: Db,
  leagueId: string,
  userIds: readonly string[],
  moments: readonly Date[],
): Promise<LineRow[]> {
  const ids = sql`any (${sql.param(userIds)}::uuid[])`;
  const ends = sql`${sql.param(moments.map((moment) => moment.toISOString()))}::timestamptz[]`;
  const { rows } = await db.execute<LineRow>(sql`
    with steps as (
      select t.user_id, s.at, ${netOfRound} as net, false as is_first
      from ${roundsOfUsers(leagueId, userIds)}
      union all
      select g.user_id, g.at, g.amount_cents, g.kind = 'grant'
      from ${ledger} g where g.league_id = ${leagueId} and g.ticket_id is null and g.user_id = ${ids}
    ), balances as (
      select user_id, at, case when is_first then -1 else width_bucket(at, ${ends}) end as part,
        sum(net) over (partition by user_id order by is_first desc, at) as balance
      from steps
    ), points as (
      select distinct on (user_id, part) user_id, part, at, balance from balances order by user_id, part, at desc
    ), extremes as (
      select user_id, max(balance) as highest, min(balance) as lowest from balances group by user_id
    )
    select user_id as "userId", highest::float8 as highest, lowest::float8 as lowest, (
      select json_agg(json_build_object('at', extract(epoch from p.at) * 1000, 'balance', p.balance) order by p.part)
      from points p where p.user_id = e.user_id
    ) as points
    from extremes e`);
  return rows;
}
