import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { games, leagues, members, tickets } from '../db/tables.ts';

/**
 * Whether the viewer may see a leg: every list of bets is selected with this, and nothing else decides it.
 *
 * For a query that joins tickets with their legs, games and leagues. One's own always, also of a league one was removed
 * from. Of others, in leagues where the viewer is a member now: settled tickets whole, and where the league reveals
 * bets from the start, of open tickets the legs whose games have started; the rest of the ticket stays hidden.
 * Source: design D10; spec §6; hardening B3.
 */
export function visibleTo(viewerId: string): SQL | undefined {
  const isRevealed = or(isNotNull(tickets.grade), and(eq(leagues.reveal, 'started'), hasStarted));
  return or(eq(tickets.userId, viewerId), and(isOfLeaguesOf(viewerId), isRevealed));
}

/** Whether a ticket is of a league that the user is a present member of. */
export function isOfLeaguesOf(userId: string): SQL {
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
