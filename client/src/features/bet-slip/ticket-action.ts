import { unansweredCalls } from '#client/lib/idempotent-call.ts';
import type { Cents } from '#shared/domain/money.ts';
import {
  fairPlayProblem,
  pickId,
  type Slip,
  type SlipProblem,
  type StakeLimits,
  slipProblem,
  totalStake,
} from '#shared/domain/slip.ts';

/** Names the parlay of a slip, as a `pickId` names a single: without odds and amount. */
export const parlayTicket = 'parlay';

/**
 * Names the placing of a ticket in a league for its idempotency key. The name has neither odds nor amount, so that a
 * retry with others counts as the same bet.
 */
export function actionOf(leagueId: string, ticket: string): string {
  return `${leagueId} ${ticket}`;
}

/** The id of the league where an unanswered attempt may have placed something of this slip; null if there is none. */
export function leagueInDoubt({ mode, entries }: Slip): string | null {
  const tickets = mode === 'parlay' ? [parlayTicket] : entries.map(({ pick }) => pickId(pick));
  const inDoubt = unansweredCalls().map((action) => {
    const [leagueId = '', ...ticket] = action.split(' ');
    return { leagueId, ticket: ticket.join(' ') };
  });
  return inDoubt.find(({ ticket }) => tickets.includes(ticket))?.leagueId ?? null;
}

/** The reason why the slip cannot be placed in the league; null if it can. */
export function problemIn(slip: Slip, league: StakeLimits & { id: string }): SlipProblem | null {
  return slipProblem(slip, mostToStake(slip, league)) ?? unfairIn(slip, league);
}

/**
 * The refusal of the slip by the league's options of fair play; null if they allow it. After an attempt without an answer the slip's stakes
 * may be among the open ones already, so the server alone decides.
 */
export function unfairIn(slip: Slip, league: StakeLimits & { id: string }): SlipProblem | null {
  return leagueInDoubt(slip) === league.id ? null : fairPlayProblem(slip, league);
}

/**
 * The highest cost that the slip may have in the league. After an attempt without an answer that is its own: its bets
 * may be placed and their stakes gone from `available`, and placing them again then costs nothing. The server decides.
 */
export function mostToStake(slip: Slip, { id, available }: { id: string; available: Cents }): Cents {
  return leagueInDoubt(slip) === id && totalStake(slip) > available ? totalStake(slip) : available;
}
