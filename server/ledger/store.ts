import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { ledger, members } from '../db/tables.ts';

// Nothing else touches ledger entries. Every change of `available` stands beside the entry that explains it.

/** What one settled ticket moves: its stake is no longer pending, and `back` returns to its member. */
export type Movement = {
  ticketId: string;
  userId: string;
  stake: Cents;
  back: Cents;
  kind: 'payout' | 'refund';
  round: number;
};

/** The starting balance of a new member, whose row holds it already. Refused by the unique index when given before. */
export async function grant(tx: Db, leagueId: string, userId: string): Promise<void> {
  await tx.insert(ledger).values({ leagueId, id: uuid(), userId, kind: 'grant', round: 0, amount: startingBalance });
}

/**
 * Takes a stake from what is available and holds the member's row until the transaction ends.
 *
 * Returns false, changing nothing, when the member is gone or has less than the stake. The condition is judged on the
 * row as it is once it is held, so two bets at once cannot both pass (hardening C1).
 */
export async function takeStake(tx: Db, leagueId: string, userId: string, stake: Cents): Promise<boolean> {
  const held = await tx
    .update(members)
    .set({ available: sql`${members.available} - ${stake}`, pending: sql`${members.pending} + ${stake}` })
    .where(
      and(
        eq(members.leagueId, leagueId),
        eq(members.userId, userId),
        sql`${members.removedAt} is null`,
        sql`${members.available} >= ${stake}`,
      ),
    )
    .returning({ userId: members.userId });
  return held.length === 1;
}

/** The entry of a stake that `takeStake` took. */
export async function appendStake(
  tx: Db,
  leagueId: string,
  userId: string,
  ticketId: string,
  stake: Cents,
): Promise<void> {
  await tx.insert(ledger).values({ leagueId, id: uuid(), userId, ticketId, kind: 'stake', round: 0, amount: -stake });
}

/** Books settled tickets of one league: entries for what goes back, and the members' balances with them. */
export async function appendMovements(
  tx: Db,
  leagueId: string,
  movements: readonly Movement[],
  at: Date,
): Promise<void> {
  const paid = movements.filter((movement) => movement.back > 0);
  if (paid.length > 0) {
    await tx.insert(ledger).values(
      paid.map(({ userId, ticketId, kind, round, back }) => ({
        leagueId,
        id: uuid(),
        userId,
        ticketId,
        kind,
        round,
        amount: back,
        at,
      })),
    );
  }
  const byMember = new Map<string, { back: number; stake: number }>();
  for (const { userId, back, stake } of movements) {
    const sum = byMember.get(userId) ?? { back: 0, stake: 0 };
    byMember.set(userId, { back: sum.back + back, stake: sum.stake + stake });
  }
  const totals = [...byMember].map(([userId, sum]) => ({ userId, ...sum }));
  // Held in the order of their ids first, so that two settlements of one league wait for each other (hardening C7).
  await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), inArray(members.userId, [...byMember.keys()])))
    .orderBy(asc(members.userId))
    .for('no key update');
  await tx.execute(sql`
    update ${members} as m
    set available_cents = m.available_cents + moved.back, pending_cents = m.pending_cents - moved.stake
    from unnest(
      ${sql.param(totals.map((total) => total.userId))}::uuid[],
      ${sql.param(totals.map((total) => total.back))}::bigint[],
      ${sql.param(totals.map((total) => total.stake))}::bigint[]
    ) as moved(user_id, back, stake)
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
