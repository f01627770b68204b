import { type Ticket, ticketsOf } from '#client/tickets/ticket.ts';
import type { Bet, BetOnGame } from '#shared/api/bets.ts';

export type LeagueBets = { id: string; name: string; tickets: readonly Ticket[] };

/**
 * Groups bets into tickets by league, leagues ordered by name; a parlay is one ticket.
 *
 * Within a league the viewer's own tickets come first. Both parts are ordered by time of placing, the latest first.
 * Source: `docs/screens.md#league-bets`.
 */
export function betsByLeague(bets: readonly Bet[], viewerId: string): LeagueBets[] {
  const tickets = ticketsOf(bets).sort(
    (a, b) => Number(isOf(b, viewerId)) - Number(isOf(a, viewerId)) || placedAt(b) - placedAt(a),
  );
  const leagues = new Map(tickets.map(({ legs: [{ group }] }) => [group.id, group]));
  return [...leagues.values()]
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
    .map(({ id, name }) => ({ id, name, tickets: tickets.filter(({ legs: [first] }) => first.groupId === id) }));
}

/** The ids of the tickets whose owner set odds on the game as an admin. */
export function ticketsOfOddsSetters(bets: readonly BetOnGame[]): Set<string> {
  return new Set(bets.filter(({ setOdds }) => setOdds).map(({ parlayId, id }) => parlayId ?? id));
}

export function isOf(ticket: Ticket, userId: string): boolean {
  return ticket.legs[0].userId === userId;
}

function placedAt(ticket: Ticket): number {
  return Date.parse(ticket.legs[0].placedAt);
}

/**
 * The text of a parlay's badge: 'PARLAY (3 legs)' with all its legs counted, and ' - Multi-Sport' if they span several
 * sports. While a leg is hidden nothing is said of the sports: it would tell of the hidden leg, or be wrong.
 */
export function parlayWords({ legs }: Ticket): string {
  const { legCount } = legs[0];
  const sports = new Set(legs.map((leg) => leg.game.sport));
  return `PARLAY (${legCount} legs)${legs.length === legCount && sports.size > 1 ? ' - Multi-Sport' : ''}`;
}
