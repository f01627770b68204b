import { and, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Balance, balance } from '#shared/domain/balance.ts';
import { type Cents, cents } from '#shared/domain/money.ts';
import type { Postings } from '#shared/domain/settle.ts';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { type Placeholders, prepared, preparedSql } from '../db/prepared.ts';
import { members } from '../db/tables/leagues.ts';
import { ledger } from '../db/tables/ledger.ts';
import { tickets } from '../db/tables/tickets.ts';
import { newId } from '../lib/ids.ts';

// Only this file writes ledger entries. A function that changes `available` also inserts the entry that explains it.

/**
 * Inserts the entry of the starting balance. The caller has set the balance in the member's row already. The unique
 * index refuses a second grant.
 */
export async function grant(tx: Db, leagueId: string, userId: string, amount: Cents): Promise<void> {
  const entry = { leagueId, id: newId(), userId, kind: 'grant', round: 0, amount } as const;
  await tx.insert(ledger).values({ ...entry, at: presetNow(tx) ?? undefined });
}

/**
 * Gives a present member the rescue, and takes the claim to the title. False, changing nothing, if the member took it
 * before, or has `below` or more. Postgres checks this on the row as it is locked, so it is given once.
 */
export async function giveRescue(
  tx: Db,
  { leagueId, userId, amount, below }: { leagueId: string; userId: string; amount: Cents; below: Cents },
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update ${members} as m
    set available_cents = m.available_cents + ${amount}::bigint, given_cents = m.given_cents + ${amount}::bigint,
      clawback_cents = greatest(0, -(m.available_cents + ${amount}::bigint)), is_rescued = true
    where m.league_id = ${leagueId} and m.user_id = ${userId} and m.removed_at is null and not m.is_rescued
      and m.available_cents + m.pending_cents < ${below}::bigint`);
  if (rowCount !== 1) return false;
  const entry = { leagueId, id: newId(), userId, kind: 'rescue', round: 0, amount } as const;
  await tx.insert(ledger).values({ ...entry, at: presetNow(tx) ?? undefined });
  return true;
}

/** The stake of a new ticket: the amount to take from the member's balance. */
type Stake = { leagueId: string; userId: string; ticketId: string; stake: Cents };

/** A present member whose row is locked until the transaction ends, with the money from before the bet. */
export type Bettor = Pick<Balance, 'available' | 'pending'> & {
  /** Until when a refused bet of the member may be stored; null before the first. */
  refusalsUntil: Date | null;
};

const bettorFields = {
  available: members.available,
  pending: members.pending,
  refusalsUntil: members.refusalsUntil,
};

const isPresent = ({ leagueId, userId }: Placeholders<'leagueId' | 'userId'>) =>
  and(eq(members.leagueId, leagueId), eq(members.userId, userId), isNull(members.removedAt));

/**
 * Moves a stake from `available` to `pending` and locks the member's row. Null, changing nothing, if the user is no present
 * member or has less than the stake. Postgres judges the balance after it has locked the row, so two
 * concurrent bets cannot both pass.
 *
 * A transaction that takes a stake also inserts its entry, or gives the stake back. The entry is a statement of its own:
 * Citus carries rows from an update to an insert through the coordinator, with a two-phase commit.
 */
export async function takeStake(tx: Db, { leagueId, userId, stake }: Stake): Promise<Bettor | null> {
  const [row] = await toPending(tx, { leagueId, userId, stake });
  if (!row) return null;
  return { ...row, available: cents(row.available + stake), pending: cents(row.pending - stake) };
}

const toPending = prepared(['leagueId', 'userId', 'stake'], (tx, { stake, ...member }) =>
  tx
    .update(members)
    .set({
      available: sql`${members.available} - ${stake}::bigint`,
      pending: sql`${members.pending} + ${stake}::bigint`,
    })
    .where(and(isPresent(member), sql`${members.available} >= ${stake}::bigint`))
    .returning(bettorFields),
);

/** Locks the row of a member; null unless the user is a present one. */
export async function lockBettor(tx: Db, leagueId: string, userId: string): Promise<Bettor | null> {
  const [row] = await lockedBettor(tx, { leagueId, userId });
  return row ? { ...row, available: cents(row.available), pending: cents(row.pending) } : null;
}

const lockedBettor = prepared(['leagueId', 'userId'], (tx, member) =>
  tx.select(bettorFields).from(members).where(isPresent(member)).for('no key update'),
);

/** Gives back a stake that the same transaction took, and of which it has inserted no entry. */
export async function giveStakeBack(tx: Db, { leagueId, userId, stake }: Stake): Promise<void> {
  await backToAvailable(tx, { leagueId, userId, stake });
}

const backToAvailable = preparedSql<'leagueId' | 'userId' | 'stake', never>(sql`
  update ${members} as m
  set available_cents = m.available_cents + ${sql.placeholder('stake')}::bigint,
    pending_cents = m.pending_cents - ${sql.placeholder('stake')}::bigint
  where m.league_id = ${sql.placeholder('leagueId')} and m.user_id = ${sql.placeholder('userId')}`);

/** Inserts the entry of a stake that the transaction has taken. */
export async function insertStakeEntry(tx: Db, { leagueId, userId, ticketId, stake }: Stake): Promise<void> {
  await stakeEntry(tx, { leagueId, id: newId(), userId, ticketId, amount: -stake, at: presetNow(tx) });
}

const stakeEntry = prepared(['leagueId', 'id', 'userId', 'ticketId', 'amount', 'at'], (tx, { at, ...entry }) =>
  tx.insert(ledger).values({ ...entry, kind: 'stake', round: 0, at: sql`coalesce(${at}::timestamptz, now())` }),
);

/** A verdict of a ticket in a round, and what it moves. */
type Moving = { leagueId: string; id: string; round: number; moved: Postings };

/** The entries of a verdict, in the form that `entriesOfVerdicts` reads. */
export function entriesOf({ leagueId, id, round, moved }: Moving) {
  const of = { league_id: leagueId, ticket_id: id, round };
  return moved.entries.map(({ kind, amount }) => ({ ...of, id: newId(), kind, amount }));
}

/** The expression for a row's league, given the league of the row that it is joined to. */
type OfLeague = { ofLeague(joined: SQL): SQLWrapper };

/**
 * The CTEs of a settling statement that update the members' balances. They read a CTE `settled` of the verdicts that the
 * statement has written: league_id, user_id, and the sums by which a verdict changes available and pending.
 *
 * isConcerned  a condition on `members` as `m` that finds every member whom the verdicts may concern. It must not use
 *              the other CTEs: Citus does not lock rows by the output of a CTE that writes.
 *
 * A reversal may take `available` below zero, if the member has spent winnings that a correction takes back. `clawback`
 * is then the amount below zero; a check constraint refuses any other negative balance. Why:
 * docs/decisions/append-only-ledger.md.
 */
export function movingFunds({ ofLeague, isConcerned }: OfLeague & { isConcerned: SQLWrapper }): SQL {
  // The CTE `locked` locks the members in the order of their ids first, so that two settlements of one league cannot
  // deadlock. Why: docs/decisions/lock-order.md.
  return sql`locked as (
      select m.league_id, m.user_id from ${members} m where ${isConcerned}
      order by m.league_id, m.user_id for no key update of m
    ), moved as (
      select league_id, user_id, sum(available)::bigint as available, sum(pending)::bigint as pending
      from settled join locked using (league_id, user_id) group by league_id, user_id
    ), funded as (
      update ${members} as m
      set available_cents = m.available_cents + moved.available,
        pending_cents = m.pending_cents + moved.pending,
        clawback_cents = greatest(0, -(m.available_cents + moved.available))
      from moved where m.league_id = ${ofLeague(sql`moved.league_id`)} and m.user_id = moved.user_id
    )`;
}

/**
 * The statement that inserts the entries of verdicts, whose balances `movingFunds` has updated: of the tickets that stand
 * in the round of their verdict.
 *
 * entries  a JSON list of what `entriesOf` returns.
 */
export function entriesOfVerdicts({ ofLeague, at, entries }: OfLeague & Record<'at' | 'entries', SQLWrapper>): SQL {
  return sql`
  insert into ${ledger} (league_id, id, user_id, ticket_id, kind, round, amount_cents, at)
  select t.league_id, e.id, t.user_id, t.id, e.kind, t.round, e.amount, ${at}::timestamptz
  from json_to_recordset(${entries}::json) as e(
      league_id uuid, id uuid, ticket_id uuid, round int, kind entry_kind, amount bigint
    )
    join ${tickets} t on t.league_id = ${ofLeague(sql`e.league_id`)} and t.id = e.ticket_id and t.round = e.round`;
}

/** A member's money now. */
export async function findFunds(db: Db, leagueId: string, userId: string): Promise<Balance> {
  const [row] = await db
    .select({ available: members.available, pending: members.pending })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), eq(members.userId, userId)));
  return balance(cents(row?.available ?? 0), cents(row?.pending ?? 0));
}
