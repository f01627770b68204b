import type pg from 'pg';

/**
 * The violated invariants of the ledger over all leagues, a line each; empty if there are none. Reads each table once,
 * so that it also works on millions of rows.
 */
export async function ledgerErrors(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ wrong: string }>(`
    with entries as (
      select league_id, user_id, sum(amount_cents) as total, sum(amount_cents) filter (where ticket_id is null) as given,
        count(*) filter (where kind = 'grant') as grants
      from ledger group by league_id, user_id
    ), open as (
      select league_id, user_id, sum(stake_cents) as staked from tickets where grade is null group by league_id, user_id
    ), booked as (
      select league_id, ticket_id, sum(amount_cents) as total from ledger where ticket_id is not null group by league_id, ticket_id
    ), verdicts as (
      select league_id, ticket_id, max(round) as round from settlements group by league_id, ticket_id
    ), bare as (
      select league_id, id from tickets except select league_id, ticket_id from legs
    )
    (select 'member ' || m.user_id || ' of ' || m.league_id as wrong
      from members m left join entries using (league_id, user_id) left join open using (league_id, user_id)
      where (m.available_cents, m.pending_cents, m.given_cents, 1)
        is distinct from (total, coalesce(staked, 0), given, grants) limit 10)
    union all
    (select 'ticket ' || t.id from tickets t left join booked b on b.league_id = t.league_id and b.ticket_id = t.id
      where b.total is distinct from coalesce(t.back_cents, 0) - t.stake_cents limit 10)
    union all
    (select 'verdict of ' || t.id from tickets t left join verdicts v on v.league_id = t.league_id and v.ticket_id = t.id
      where coalesce(v.round, 0) <> t.round limit 10)
    union all
    (select 'no leg on ' || id from bare limit 10)`);
  return rows.map((row) => row.wrong);
}
