import type { leagueStates } from '#shared/api/groups.ts';
import { badInput, Refusal } from '../refusal.ts';
import type { LeagueRow } from './store.ts';

type Dates = Pick<LeagueRow, 'joinDeadline' | 'endDate'>;

/** Whether betting and joining are over for good. Source: design D11. */
export function hasEnded(league: Pick<LeagueRow, 'endDate' | 'finalizedAt'>, now: Date): boolean {
  return league.finalizedAt !== null || (league.endDate !== null && league.endDate <= now);
}

/** Open, then settling while tickets are open, closed until its standings are frozen, then final. Source: design D11. */
export function stateOf(league: LeagueRow, now: Date): (typeof leagueStates)[number] {
  if (!hasEnded(league, now)) return 'open';
  if (league.finalizedAt) return 'final';
  return league.openTickets > 0 ? 'settling' : 'closed';
}

/**
 * Judges a league's dates as they shall be from now on; null is no date.
 *
 * before   what they are, and whether that league has ended; null for a league that is only now created.
 * refuses  a changed date that is not in the future, an end not after the join deadline (400); a changed end date of a
 *          league that has ended (409). A date that stays is never judged by itself. Source: design D11.
 */
export function refuseDates(
  before: (Dates & Pick<LeagueRow, 'finalizedAt'>) | null,
  { joinDeadline, endDate }: Dates,
  now: Date,
): void {
  const movesDeadline = joinDeadline?.getTime() !== before?.joinDeadline?.getTime();
  const movesEnd = endDate?.getTime() !== before?.endDate?.getTime();
  if (movesEnd && before && hasEnded(before, now)) {
    throw new Refusal(409, 'league-ended', 'This league has ended, so its end date is fixed');
  }
  if (movesDeadline && joinDeadline && joinDeadline <= now) throw badInput('The join deadline must be in the future');
  if (movesEnd && endDate && endDate <= now) throw badInput('The end date must be in the future');
  if ((movesDeadline || movesEnd) && joinDeadline && endDate && endDate <= joinDeadline) {
    throw badInput('The end date must be after the join deadline');
  }
}
