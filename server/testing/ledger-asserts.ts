import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '../db/connection.ts';

type Row = {
  userId: string;
  available: number;
  pending: number;
  given: number;
  entries: number;
  open: number;
  gifts: number;
  grants: number;
  rescues: number;
};

/** The funds of a member in the database, in hundredths. */
export async function fundsOf(
  db: Db,
  leagueId: string,
  userId: string,
): Promise<{ available: number; pending: number }> {
  const { rows } = await db.execute<{ available: string; pending: string }>(sql`
    select available_cents as available, pending_cents as pending from members
    where league_id = ${leagueId} and user_id = ${userId}`);
  return { available: Number(rows[0]?.available), pending: Number(rows[0]?.pending) };
}

/**
 * Fails unless the ledger balances: each member's available is the sum of their entries, pending is the sum of their
 * open stakes, each has one grant and one rescue at most, what was given is grant and rescue, and each settled ticket paid back what its entries say.
 */
export async function expectLedgerBalances(db: Db): Promise<void> {
  const { rows: members } = await db.execute<Row>(sql`
    select m.user_id as "userId", m.available_cents::float8 as available, m.pending_cents::float8 as pending,
      m.given_cents::float8 as given,
      (select coalesce(sum(amount_cents), 0) from ledger l where l.league_id = m.league_id and l.user_id = m.user_id
        and l.kind in ('grant', 'rescue'))::float8 as gifts,
      (select coalesce(sum(amount_cents), 0) from ledger l where l.league_id = m.league_id and l.user_id = m.user_id)::float8 as entries,
      (select coalesce(sum(stake_cents), 0) from tickets t
        where t.league_id = m.league_id and t.user_id = m.user_id and t.grade is null)::float8 as open,
      (select count(*) from ledger l where l.league_id = m.league_id and l.user_id = m.user_id and l.kind = 'grant')::int as grants,
      (select count(*) from ledger l where l.league_id = m.league_id and l.user_id = m.user_id and l.kind = 'rescue')::int as rescues
    from members m`);
  const isWhole = ({ available, pending, given, entries, open, gifts, grants, rescues }: Row) =>
    available === entries && pending === open && given === gifts && grants === 1 && rescues <= 1;
  expect(members.filter((member) => !isWhole(member))).toEqual([]);
  const { rows: wrong } = await db.execute(sql`
    select t.id, t.grade, t.stake_cents, t.back_cents, sum(l.amount_cents) as booked
    from tickets t left join ledger l on l.league_id = t.league_id and l.ticket_id = t.id
    group by t.league_id, t.id
    having coalesce(sum(l.amount_cents), 0) <> coalesce(t.back_cents, 0) - t.stake_cents`);
  expect(wrong).toEqual([]);
}

/**
 * Fails unless what is frozen is whole: a final league has no open ticket, its standings are the money of its members, and
 * each settlement from before the end of a league's frozen weeks lies in a week that was frozen with it.
 */
export async function expectFrozenWhole(db: Db): Promise<void> {
  const { rows: open } = await db.execute(sql`
    select t.league_id, t.id from tickets t join leagues on leagues.id = t.league_id
    where leagues.finalized_at is not null and t.grade is null`);
  expect(open).toEqual([]);
  const { rows: moved } = await db.execute(sql`
    select f.league_id, f.user_id, f.balance_cents, m.available_cents, m.pending_cents
    from final_standings f join members m on m.league_id = f.league_id and m.user_id = f.user_id
    where f.balance_cents <> m.available_cents + m.pending_cents`);
  expect(moved).toEqual([]);
  const { rows: late } = await db.execute(sql`
    select s.league_id, s.ticket_id, s.at from settlements s join leagues on leagues.id = s.league_id
    where s.at < leagues.frozen_until and not exists (
      select from league_weeks w where w.league_id = s.league_id and s.at < w.ends_at
        and (s.at >= w.starts_at or w.number = 1)
    )`);
  expect(late).toEqual([]);
}

/** Fails if somebody owns a league who is no present member of it. Owners of final leagues may delete their accounts. */
export async function expectOwnersPresent(db: Db): Promise<void> {
  const { rows } = await db.execute(sql`
    select leagues.id from leagues left join members m on m.league_id = leagues.id and m.user_id = leagues.owner_id
    where leagues.finalized_at is null and (m.user_id is null or m.removed_at is not null)`);
  expect(rows).toEqual([]);
}

/** Counts tickets, legs and ledger entries; a refused call must not change them. */
export async function ledgerCounts(db: Db): Promise<{ tickets: number; legs: number; entries: number }> {
  const { rows } = await db.execute<{ tickets: number; legs: number; entries: number }>(sql`
    select (select count(*)::int from tickets) as tickets, (select count(*)::int from legs) as legs,
      (select count(*)::int from ledger) as entries`);
  return rows[0] ?? { tickets: Number.NaN, legs: Number.NaN, entries: Number.NaN };
}
