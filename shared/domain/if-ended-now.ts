import { ranked } from './balance.ts';
import type { Place, StandingsRow } from './consequence.ts';
import type { Result } from './grade.ts';
import { type Cents, cents } from './money.ts';
import { type GameStatus, gamePhase } from './phase.ts';
import { type PricedLeg, verdict } from './settle.ts';
import type { Sport } from './sport.ts';

/** A game as far as bets on it can be graded before it is settled. */
export type GameSoFar = {
  sport: Sport;
  status: GameStatus;
  /** The score that bets count: in soccer that of 90 minutes. Null if unknown. */
  countedHome: number | null;
  countedAway: number | null;
  halfInnings: number | null;
};

/**
 * The result that a game has, or would have if it ended now; null before it has begun, without a score, and for a
 * cancelled game. A running baseball game counts as a full one: it does not end as a game that is called too early.
 */
export function resultNow({ sport, status, countedHome, countedAway, halfInnings }: GameSoFar): Result | null {
  if (gamePhase(status) === 'upcoming' || status === 'canceled') return null;
  if (countedHome === null || countedAway === null) return null;
  const score = { home: countedHome, away: countedAway };
  return { sport, score, halfInnings: status === 'final' ? halfInnings : null };
}

/** An open ticket as one viewer sees it. */
export type SeenTicket = {
  userId: string;
  stake: Cents;
  /** The legs that the viewer may see, with the grades by `resultNow`; null for a leg whose game has no result. */
  legs: readonly PricedLeg[];
  /** Whether it has other legs, which count as open. */
  hasHiddenLegs: boolean;
};

/** A row of the standings if it ended now. `before` is the member's place in the present standings. */
export type RowIfEnded<Row extends StandingsRow> = Row & { rank: number; before: Place };

/**
 * The standings if all games ended with their present scores, best first.
 *
 * A ticket that this would settle counts with what it would pay back; any other stays open and its stake stays part of
 * the balance. Tickets of users who are not in the standings are ignored.
 */
export function ifEndedNow<Row extends StandingsRow>(
  standings: readonly Row[],
  tickets: readonly SeenTicket[],
): RowIfEnded<Row>[] {
  const moved = new Map<string, number>();
  for (const ticket of tickets) moved.set(ticket.userId, (moved.get(ticket.userId) ?? 0) + netIfEnded(ticket));
  const rankBefore = new Map(ranked(standings).map(({ userId, rank }) => [userId, rank]));
  const after = standings.map((row) => ({
    ...row,
    total: cents(row.total + (moved.get(row.userId) ?? 0)),
    before: { total: row.total, rank: rankBefore.get(row.userId) ?? standings.length },
  }));
  return ranked(after);
}

/** The amount by which a ticket would move the balance; 0 if it stays open. */
function netIfEnded({ stake, legs, hasHiddenLegs }: SeenTicket): number {
  const settled = verdict(stake, legs);
  if (!settled || (hasHiddenLegs && settled.grade !== 'lost')) return 0;
  return settled.back - stake;
}
