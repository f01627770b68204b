import { and, eq, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { legs, tickets } from '../db/tables/tickets.ts';

/** A user's id, or its placeholder in a prepared query. */
export type Id = string | Placeholder;

/**
 * Whether the viewer may see a leg. Every list of bets uses this condition, and nothing else decides it. The query must
 * join tickets with their legs, games and leagues. `isOf` says which leagues they are of.
 *
 * A viewer always sees their own tickets, also in a league that they were removed from. Tickets of others they see only
 * in leagues where they are members now: settled tickets whole, and, where the league reveals bets from the start,
 * those legs of open tickets whose games have started. Source: docs/decisions/who-sees-which-bets.md.
 */
export function visibleTo(viewerId: Id, isOf: OfLeagues): SQL | undefined {
  return visible(viewerId, isOf, hasStarted);
}

/**
 * Whether the viewer may see any leg of a ticket. The query must join tickets with their leagues. `offset 0` makes
 * Postgres ask for each open ticket by keys: else it may read all games for a few tickets.
 */
export function partlyVisibleTo(viewerId: Id, isOf: OfLeagues): SQL | undefined {
  return visible(viewerId, isOf, hasStartedLeg(isOf));
}

/** Whether every member may see any leg of a ticket. The query must join tickets with their leagues. */
export function isPartlyRevealed(isOf: OfLeagues): SQL | undefined {
  return revealed(hasStartedLeg(isOf));
}

function hasStartedLeg(isOf: OfLeagues): SQL {
  return sql`exists (
    select 1 from ${legs} join ${games} on ${games.id} = ${legs.gameId}
    where ${isOf(legs.leagueId)} and ${legs.leagueId} = ${tickets.leagueId}
      and ${legs.ticketId} = ${tickets.id} and ${hasStarted} offset 0
  )`;
}

function visible(viewerId: Id, isOf: OfLeagues, isShown: SQL): SQL | undefined {
  return or(eq(tickets.userId, viewerId), and(revealed(isShown), isOfLeaguesOf(viewerId, isOf)));
}

function revealed(isShown: SQL): SQL | undefined {
  return or(isNotNull(tickets.grade), and(eq(leagues.reveal, 'started'), isShown));
}

/**
 * Whether the league shows its members open tickets of others, and the viewer is one of them. It asks for no column of
 * a ticket: Postgres decides it once, and reads no ticket of others if it is false.
 */
export function showsOpenOfOthers(viewerId: Id, leagueId: Id): SQL {
  const isOf = isOnly(leagueId);
  return sql`(
    select ${leagues.reveal} = 'started' from ${leagues} where ${isOf(leagues.id)}
  ) and exists (
    select 1 from ${members} m
    where ${isOf(sql`m.league_id`)} and m.user_id = ${viewerId} and m.removed_at is null
  )`;
}

/** Whether a ticket is of a league that the user is a present member of. */
export function isOfLeaguesOf(userId: Id, isOf: OfLeagues): SQL {
  return sql`${tickets.leagueId} in (
    select m.league_id from ${members} m
    where ${isOf(sql`m.league_id`)} and m.user_id = ${userId} and m.removed_at is null
  )`;
}

/**
 * Whether a game has started by the database's clock, which also closes betting: a visible bet can no longer be copied.
 * A postponed game that never began has not started, even past its start: it may take bets again on another day.
 * Nor has a live game without `startedAt`, which is delayed before its first play. Source:
 * docs/decisions/lock-at-the-start.md.
 */
export const hasStarted = sql`(
  ${games.startedAt} is not null
  or ${games.startKnown} and ${games.startsAt} <= now() and ${games.status} not in ('postponed', 'live')
)`;

/** Whether every member may see a leg. The query must join tickets with their legs, games and leagues. */
export const isRevealed = revealed(hasStarted);
