import { and, asc, eq, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import type { Moved } from '#shared/domain/settle.ts';
import type { Db } from '../db/connection.ts';
import { ledger, members } from '../db/tables.ts';

// Nothing else touches ledger entries. Every change of `available` stands beside the entry that explains it.

/** What a new verdict on one ticket moves. */
export type Movement = Moved & { ticketId: string; userId: string; round: number };

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
 * Returns false, changing nothing, when the member is gone or has less than the stake. The condition is judged on the
 * row as it is once it is held, so two bets at once cannot both pass (hardening C1). `at` null is now.
 */
export async function takeStake(
  tx: Db,
  { leagueId, userId, ticketId, stake }: Stake,
  at: Date | null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      update ${members} as m
      set available_cents = m.available_cents - ${stake}::bigint, pending_cents = m.pending_cents + ${stake}::bigint
      where m.league_id = ${leagueId} and m.user_id = ${userId} and m.removed_at is null and m.available_cents >= ${stake}::bigint
      returning m.user_id
    )
    insert into ${ledger} (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
    select ${leagueId}, ${uuid()}, user_id, ${ticketId}, 'stake', 0, -${stake}::bigint, coalesce(${at?.toISOString() ?? null}::timestamptz, now())
    from taken`);
  return rowCount === 1;
}

/**
 * Books new verdicts of one league: their entries, and the members' balances with them.
 *
 * A reversal may take `available` below zero, when winnings were spent that a correction takes back; `clawback` says by
 * how much, so that nothing else can. Source: hardening C6.
 */
export async function appendMovements(
  tx: Db,
  leagueId: string,
  movements: readonly Movement[],
  at: Date,
): Promise<void> {
  if (movements.length === 0) return;
  const lines = movements.flatMap(({ userId, ticketId, round, entries }) =>
    entries.map((entry) => ({ userId, ticketId, round, ...entry })),
  );

  const byMember = new Map<string, { available: number; pending: number }>();
  for (const { userId, pending, entries } of movements) {
    const sum = byMember.get(userId) ?? { available: 0, pending: 0 };
    const available = entries.reduce((total, entry) => total + entry.amount, sum.available);
    byMember.set(userId, { available, pending: sum.pending + pending });
  }
  const totals = [...byMember].map(([userId, sum]) => ({ userId, ...sum }));
  // Held in the order of their ids first, so that two settlements of one league wait for each other (hardening C7).
  await tx
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(eq(members.leagueId, leagueId), sql`${members.userId} = any(${sql.param([...byMember.keys()])}::uuid[])`),
    )
    .orderBy(asc(members.userId))
    .for('no key update');
  const column = <T>(value: (line: (typeof lines)[number]) => T) => sql.param(lines.map(value));
  await tx.execute(sql`
    with booked as (
      insert into ${ledger} (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
      select ${leagueId}, l.id, l.user_id, l.ticket_id, l.kind, l.round, l.amount, ${at.toISOString()}
      from unnest(
        ${column(() => uuid())}::uuid[],
        ${column((line) => line.userId)}::uuid[],
        ${column((line) => line.ticketId)}::uuid[],
        ${column((line) => line.kind)}::entry_kind[],
        ${column((line) => line.round)}::int[],
        ${column((line) => line.amount)}::bigint[]
      ) as l(id, user_id, ticket_id, kind, round, amount)
    )
    update ${members} as m
    set available_cents = m.available_cents + moved.available,
      pending_cents = m.pending_cents + moved.pending,
      clawback_cents = greatest(0, -(m.available_cents + moved.available))
    from unnest(
      ${sql.param(totals.map((total) => total.userId))}::uuid[],
      ${sql.param(totals.map((total) => total.available))}::bigint[],
      ${sql.param(totals.map((total) => total.pending))}::bigint[]
    ) as moved(user_id, available, pending)
    where m.league_id = ${leagueId} and m.user_id = moved.user_id`);
}

/** What a member may stake now. */
export async function availableOf(db: Db, leagueId: string, userId: string): Promise<Cents> {
  const [row] = await db
    .select({ available: members.available })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)));
  return cents(row?.available ?? 0);
}
