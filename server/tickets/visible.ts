import { and, eq, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';

import { games, leagues, legs, members, tickets } from '../db/tables.ts';

/** A user's id, or where one will stand in a query that is written once. */
export type Id = string | Placeholder;

/**
 * Whether the viewer may see a leg: every list of bets is selected with this, and nothing else decides it.
 *
 * For a query that joins tickets with their legs, games and leagues. One's own always, also of a league one was removed
 * from. Of others, in leagues where the viewer is a member now: settled tickets whole, and where the league reveals
 * bets from the start, of open tickets the legs whose games have started; the rest of the ticket stays hidden.
 * Source: design D10; spec §6; hardening B3.
 */
export function visibleTo(viewerId: Id): SQL | undefined {
  return visible(viewerId, hasStarted);
}

/** Whether the viewer may see any leg of a ticket; for a query that joins tickets with their leagues alone. */
export function partlyVisibleTo(viewerId: Id): SQL | undefined {
  return visible(
    viewerId,
    sql`exists (
      select 1 from ${legs} join ${games} on ${games.id} = ${legs.gameId}
      where ${legs.leagueId} = ${tickets.leagueId} and ${legs.ticketId} = ${tickets.id} and ${hasStarted}
    )`,
  );
}

function visible(viewerId: Id, isShown: SQL): SQL | undefined {
  return or(eq(tickets.userId, viewerId), and(revealed(isShown), isOfLeaguesOf(viewerId)));
}

function revealed(isShown: SQL): SQL | undefined {
  return or(isNotNull(tickets.grade), and(eq(leagues.reveal, 'started'), isShown));
}

/** Whether a ticket is of a league that the user is a present member of. */
export function isOfLeaguesOf(userId: Id): SQL {
  return sql`${tickets.leagueId} in (
    select m.league_id from ${members} m where m.user_id = ${userId} and m.removed_at is null
  )`;
}

/**
 * By the database's clock, which also ends betting: what shows can no longer be copied. Not a postponed game that never
 * began, whose start may have passed: it may take bets again on another day (design D9).
 */
const hasStarted = sql`(
  ${games.startedAt} is not null
  or ${games.startKnown} and ${games.startsAt} <= now() and ${games.status} <> 'postponed'
)`;

/** Whether every member may see a leg; for a query that joins tickets with their legs, games and leagues. */
export const isRevealed = revealed(hasStarted);
