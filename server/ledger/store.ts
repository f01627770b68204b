import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import type { Postings } from '#shared/domain/settle.ts';
import type { Db } from '../db/connection.ts';
import { ledger, members } from '../db/tables.ts';

// Nothing else touches ledger entries. Every change of `available` stands beside the entry that explains it.

/**
 * The starting balance of a new member, whose row holds it already. Refused by the unique index when given before.
 * `at` null is now.
 */
export async function grant(tx: Db, leagueId: string, userId: string, at: Date | null): Promise<void> {
  const entry = { leagueId, id: uuid(), userId, kind: 'grant', round: 0, amount: startingBalance } as const;
  await tx.insert(ledger).values({ ...entry, ...(at && { at }) });
}

/** What a new ticket takes from its member's row, and under which ticket that stands in the ledger. */
type Stake = { leagueId: string; userId: string; ticketId: string; stake: Cents };

/**
 * Takes a stake from what is available, with its entry, and holds the member's row until the transaction ends.
 *
 * Returns false, changing nothing, when the member is gone or has less than the stake, or when `isRefused` holds. The
 * balance is judged on the row as it is once it is held, so two bets at once cannot both pass. `at` null
 * is now.
 */
export async function takeStake(
  tx: Db,
  { leagueId, userId, ticketId, stake }: Stake,
  isRefused: SQL,
  at: Date | null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      update ${members} as m
      set available_cents = m.available_cents - ${stake}::bigint, pending_cents = m.pending_cents + ${stake}::bigint
      where m.league_id = ${leagueId} and m.user_id = ${userId} and m.removed_at is null and m.available_cents >= ${stake}::bigint
        and not ${isRefused}
      returning m.user_id
    )
    insert into ${ledger} (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
    select ${leagueId}, ${uuid()}, user_id, ${ticketId}, 'stake', 0, -${stake}::bigint, coalesce(${at?.toISOString() ?? null}::timestamptz, now())
    from taken`);
  return rowCount === 1;
}

/** The entries of a verdict, as `booking` reads them. */
export function entriesOf(leagueId: string, ticketId: string, { entries }: Postings) {
  return entries.map(({ kind, amount }) => ({ league_id: leagueId, id: uuid(), ticket_id: ticketId, kind, amount }));
}

/**
 * The part of a settling statement that books its verdicts: their entries, and the members' balances with them.
 *
 * It reads a CTE `settled` of the verdicts that were written (league_id, id, user_id, round, and what they change in sum:
 * available, pending); what was not written is not booked either.
 *
 * ofLeague     what a row's league equals, given that of the row it is joined to.
 * isConcerned  picks from `members` as `m` all whom the verdicts may concern, told apart because Citus holds no rows by
 *              what another part writes.
 * entries      the JSON of a list of what `entriesOf` makes.
 *
 * A reversal may take `available` below zero, when winnings were spent that a correction takes back; `clawback` says by
 * how much, so that nothing else can. Source: hardening C6.
 */
export function booking({
  ofLeague,
  at,
  isConcerned,
  entries,
}: Record<'at' | 'isConcerned' | 'entries', SQLWrapper> & { ofLeague(joined: SQL): SQLWrapper }): SQL {
  // Held in the order of their ids first, so that two settlements of one league wait for each other (hardening C7).
  return sql`booked as (
      insert into ${ledger} (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
      select ${ofLeague(sql`s.league_id`)}, e.id, s.user_id, s.id, e.kind, s.round, e.amount, ${at}::timestamptz
      from json_to_recordset(${entries}::json) as e(league_id uuid, id uuid, ticket_id uuid, kind entry_kind, amount bigint)
      join settled s on s.league_id = e.league_id and s.id = e.ticket_id
    ), held as (
      select m.league_id, m.user_id from ${members} m where ${isConcerned}
      order by m.league_id, m.user_id for no key update of m
    ), moved as (
      select league_id, user_id, sum(available)::bigint as available, sum(pending)::bigint as pending
      from settled join held using (league_id, user_id) group by league_id, user_id
    ), funded as (
      update ${members} as m
      set available_cents = m.available_cents + moved.available,
        pending_cents = m.pending_cents + moved.pending,
        clawback_cents = greatest(0, -(m.available_cents + moved.available))
      from moved where m.league_id = ${ofLeague(sql`moved.league_id`)} and m.user_id = moved.user_id
    )`;
}

/** What a member may stake now. */
export async function availableOf(db: Db, leagueId: string, userId: string): Promise<Cents> {
  const [row] = await db
    .select({ available: members.available })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)));
  return cents(row?.available ?? 0);
}
