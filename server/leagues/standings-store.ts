import { and, asc, count, eq, isNull, lte, not, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Balance } from '#shared/domain/balance.ts';
import { correctionHours } from '#shared/domain/limits.ts';
import type { Cents } from '#shared/domain/money.ts';
import { databaseNow, presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { isOnly } from '../db/of-leagues.ts';
import { prepared } from '../db/prepared.ts';
import type { Reach } from '../db/reach.ts';
import { games } from '../db/tables/games.ts';
import { finalStandings, leagues, members } from '../db/tables/leagues.ts';
import { results } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import { lockGamesShared } from '../games/locks.ts';
import { isOlder } from '../games/speed.ts';
import { listOpenCorrections } from '../settlement/corrections-store.ts';
import { isPartlyRevealed, partlyVisibleTo } from '../tickets/visible.ts';
import type { BareLeague, Named } from './store.ts';

/** A row of the standings of a league, with the member's current names. */
export type Standing = StandingRow & { rank: number };

/**
 * Whether a league's standings can be frozen: it has ended by the database's clock, it is not frozen, and nothing of it
 * is awaited. Awaited are open tickets, legs that the last result of their game has not graded, and games with bets
 * whose first result or correction is being confirmed.
 *
 * `offset 0` is an optimization barrier: without it the planner reads all open tickets or legs of all leagues, once a
 * second. Games that are to be settled or confirmed have indexes of their own.
 *
 * disputed  the games with an open correction.
 * leagueId  the league's id if the statement is about one league, so that Citus asks one machine; else its column.
 */
const isToFinalize = (disputed: readonly string[], leagueId: SQLWrapper) => sql`${leagues.finalizedAt} is null
  and ${leagues.endDate} <= clock_timestamp()
  and not exists (select 1 from ${tickets} t where t.league_id = ${leagueId} and t.grade is null offset 0)
  and not exists (
    select 1 from ${legs} l join ${games} g on g.id = l.game_id
    where l.league_id = ${leagueId} and l.grade is null
      and g.result_rev = 0 and g.equal_polls > 0 and g.status in ('final', 'canceled') offset 0
  )
  and not exists (
    select 1 from ${legs} l
    where l.league_id = ${leagueId} and l.game_id = any (${sql.param(disputed)}::text[])
      and (l.grade is null or l.result_rev is not null) offset 0
  )
  and not exists (
    select 1 from ${legs} l join ${games} g on g.id = l.game_id
    where l.league_id = ${leagueId} and g.result_rev > g.settled_rev
      and (l.grade is null or l.result_rev < g.result_rev) offset 0
  )`;

/**
 * The frozen standings, best first; empty while the league is not final. Nothing is pending in them: all of `total` is
 * available.
 */
export async function listFinalStandings(db: Db, leagueId: string): Promise<Standing[]> {
  return readInPages<Standing>(db, {
    fields: {
      userId: finalStandings.userId,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
      rank: finalStandings.rank,
      available: finalStandings.balance,
      pending: sql`0`,
      total: finalStandings.balance,
      given: members.given,
      isGuest: members.isGuest,
      isRescued: members.isRescued,
      wins: finalStandings.wins,
      losses: finalStandings.losses,
      bets: finalStandings.bets,
      title: sql`case when ${finalStandings.activeWeeks} is not null then json_build_object(
        'isEligible', ${finalStandings.isEligible}, 'activeWeeks', ${finalStandings.activeWeeks},
        'countedWeeks', ${finalStandings.countedWeeks}
      ) end`,
    },
    from: sql`${finalStandings}
      join ${members} on ${members.leagueId} = ${finalStandings.leagueId} and ${members.userId} = ${finalStandings.userId}
      join ${users} on ${users.id} = ${finalStandings.userId}
      where ${finalStandings.leagueId} = ${leagueId}`,
    order: sql`${finalStandings.rank}, ${members.joinedAt}, ${members.userId}`,
  });
}

/**
 * The leagues within reach whose standings can be frozen now. While a machine is lost, these are all leagues that have
 * ended (see `Reach`), and `mayFinalize` decides. Locks nothing.
 */
export async function listLeaguesToFinalize(db: Db, { isWhole, these }: Reach): Promise<string[]> {
  const isOver = lte(leagues.endDate, sql`now()`); // unlike clock_timestamp(), now() is stable and can use the index
  const mayBe = isWhole ? isToFinalize(await listDisputed(db), leagues.id) : isNull(leagues.finalizedAt);
  const rows = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(and(these(leagues.id), isOver, mayBe))
    .orderBy(asc(leagues.endDate), leagues.id);
  return rows.map((row) => row.id);
}

/**
 * Whether the standings of a league can be frozen in this transaction, which has locked the league's row.
 *
 * First locks the games that may still get another result against writes until the transaction ends, so that no
 * correction commits between this check and the frozen standings. The locks follow docs/decisions/lock-order.md:
 * league, then games.
 */
export async function mayFinalize(tx: Db, leagueId: string): Promise<boolean> {
  await lockGamesShared(tx, await listGamesInDoubt(tx, leagueId));
  const rows = await tx
    .select({ id: leagues.id })
    .from(leagues)
    .where(and(eq(leagues.id, leagueId), isToFinalize(await listDisputed(tx), sql.param(leagueId))));
  return rows.length === 1;
}

/** The games with an open correction. A query of its own, since Citus stores corrections on the coordinator only. */
async function listDisputed(db: Db): Promise<string[]> {
  return (await listOpenCorrections(db)).map(({ gameId }) => gameId);
}

/**
 * Chosen: several times the duration of a transaction, which may read the clock just before the 72 hours of a game end.
 */
const lateCommitMs = 60_000;

/**
 * The games with bets of the league whose result may still change: those without a result, those within the 72 hours
 * after the first result, and those past them by less than `lateCommitMs`, as a correction in time may not be committed
 * yet.
 */
async function listGamesInDoubt(tx: Db, leagueId: string): Promise<string[]> {
  const latest = new Date((await databaseNow(tx)).getTime() - lateCommitMs);
  const isPast = isOlder(legs.gameId, results.at, latest, correctionHours * 3_600_000);
  const rows = await tx
    .selectDistinct({ id: legs.gameId })
    .from(legs)
    .leftJoin(results, and(eq(results.gameId, legs.gameId), eq(results.rev, 1)))
    .where(and(eq(legs.leagueId, leagueId), or(isNull(results.at), not(isPast))));
  return rows.map((row) => row.id);
}

/**
 * Writes the frozen standings and sets the league's `finalized_at`.
 *
 * All rows are one JSON parameter: Postgres takes 65,535 parameters, and a league may have more members. The rows get
 * the league's id from its own row, by which Citus routes the statement to the league's shard.
 */
export async function freezeStandings(
  tx: Db,
  leagueId: string,
  standings: readonly Omit<typeof finalStandings.$inferInsert, 'leagueId'>[],
): Promise<void> {
  const rows = standings.map(({ userId, balance, isEligible, activeWeeks, countedWeeks, ...row }) => {
    const claim = { is_eligible: isEligible, active_weeks: activeWeeks, counted_weeks: countedWeeks };
    return { user_id: userId, balance_cents: balance, ...claim, ...row };
  });
  await tx.execute(sql`
    insert into ${finalStandings} (
      league_id, user_id, rank, balance_cents, wins, losses, bets, is_eligible, active_weeks, counted_weeks
    )
    select ${leagues.id}, s.user_id, s.rank, s.balance_cents, s.wins, s.losses, s.bets, s.is_eligible, s.active_weeks,
      s.counted_weeks
    from ${leagues}, json_to_recordset(${JSON.stringify(rows)}::json) as s(
      user_id uuid, rank int, balance_cents bigint, wins int, losses int, bets int, is_eligible boolean,
      active_weeks int, counted_weeks int
    )
    where ${leagues.id} = ${leagueId}`);
  await tx
    .update(leagues)
    .set({ finalizedAt: presetNow(tx) ?? sql`now()` })
    .where(eq(leagues.id, leagueId));
}

/** A member's money, what of it was `given`, and the numbers of won, lost and settled tickets (`bets`). */
export type StandingRow = Named &
  Balance & {
    userId: string;
    given: Cents;
    isGuest: boolean;
    isRescued: boolean;
    /** Null until the standings are frozen, and in a league that asks for no active weeks. */
    title: { isEligible: boolean; activeWeeks: number; countedWeeks: number } | null;
    wins: number;
    losses: number;
    bets: number;
  };

/**
 * Every present member with money and record. Only settled tickets count: which open ones show depends on the viewer.
 */
export async function listStandings(db: Db, leagueId: string): Promise<StandingRow[]> {
  return readInPages<StandingRow>(db, {
    fields: {
      userId: sql`user_id`,
      displayName: sql`max(display_name)`,
      firstName: sql`max(first_name)`,
      email: sql`max(email)`,
      available: sql`sum(available)`,
      pending: sql`sum(pending)`,
      total: sql`sum(available + pending)`,
      given: sql`sum(given)`,
      isGuest: sql`bool_or(is_guest)`,
      isRescued: sql`bool_or(is_rescued)`,
      title: sql`null`,
      wins: sql`sum(wins)`,
      losses: sql`sum(losses)`,
      bets: sql`sum(bets)`,
    },
    // Summed for the reason in `listWeekMembers` of weeks-store.ts. A removed member has tickets, but no row.
    from: sql`(
      select m.user_id, m.joined_at, m.display_name, u.first_name, u.email, m.available_cents as available,
        m.pending_cents as pending, m.given_cents as given, m.is_guest, m.is_rescued, 0 as wins, 0 as losses, 0 as bets
      from ${members} m join ${users} u on u.id = m.user_id
      where m.league_id = ${leagueId} and m.removed_at is null
      union all
      select t.user_id, null, null, null, null, 0, 0, 0, null, null, (t.grade = 'won')::int, (t.grade = 'lost')::int, 1
      from ${tickets} t where t.league_id = ${leagueId} and t.grade is not null
    ) part group by user_id having max(joined_at) is not null`,
    order: sql`max(joined_at), user_id`,
  });
}

/**
 * The part of a leaderboard that depends on the viewer: own money in Cents, and the number of visible open tickets by
 * user.
 */
export type OwnView = { available: number; pending: number; open: { userId: string; bets: number }[] };

/** The league's setting of when bets are revealed; null when the league is deleted. */
export async function findReveal(db: Db, leagueId: string): Promise<BareLeague['reveal'] | null> {
  const [row] = await db.select({ reveal: leagues.reveal }).from(leagues).where(eq(leagues.id, leagueId));
  return row?.reveal ?? null;
}

/**
 * The viewer's part of a leaderboard; null for a user who never was a member. `onlyOwn` skips open tickets of others.
 */
export async function findOwnView(
  db: Db,
  leagueId: string,
  viewerId: string,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<OwnView | null> {
  const [row] = await (onlyOwn ? viewOfOwnTickets : viewOfVisibleTickets)(db, { leagueId, viewerId });
  return row ?? null;
}

/** The numbers of a member's open tickets: of all, and of those that every member may see. */
export type OpenTickets = { userId: string; all: number; shown: number };

/** Members without an open ticket have no entry. */
export async function countOpenTickets(db: Db, leagueId: string): Promise<OpenTickets[]> {
  return db
    .select({
      userId: tickets.userId,
      all: count(),
      shown: sql<number>`count(*) filter (where ${isPartlyRevealed(isOnly(leagueId))})`.mapWith(Number),
    })
    .from(tickets)
    .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
    .where(and(eq(tickets.leagueId, leagueId), isNull(tickets.grade)))
    .groupBy(tickets.userId);
}

const viewOfVisibleTickets = ownViewQuery({ onlyOwn: false });
const viewOfOwnTickets = ownViewQuery({ onlyOwn: true });

function ownViewQuery({ onlyOwn }: { onlyOwn: boolean }) {
  return prepared(['leagueId', 'viewerId'], (db, { leagueId, viewerId }) => {
    const open = db
      .select({ userId: tickets.userId, bets: count().as('bets') })
      .from(tickets)
      .innerJoin(leagues, eq(leagues.id, tickets.leagueId))
      .where(
        and(
          eq(tickets.leagueId, leagueId),
          isNull(tickets.grade),
          onlyOwn ? eq(tickets.userId, viewerId) : undefined,
          partlyVisibleTo(viewerId, isOnly(leagueId)),
        ),
      )
      .groupBy(tickets.userId)
      .as('open');
    const listed = sql<OwnView['open']>`(
      select coalesce(json_agg(json_build_object('userId', user_id, 'bets', bets)), '[]') from ${open}
    )`;
    return db
      .select({ available: members.available, pending: members.pending, open: listed })
      .from(members)
      .where(and(eq(members.leagueId, leagueId), eq(members.userId, viewerId)));
  });
}
