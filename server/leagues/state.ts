import type { leagueStates } from '#shared/api/groups.ts';
import { datesRefusal, type LeagueDates } from '#shared/domain/league-dates.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import type { LeagueRow } from './store.ts';

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
 * Refuses what `datesRefusal` has a word against: an end date moved after the end (409), any other (400).
 *
 * before  what the league has been; null for a league that is only now created.
 */
export function refuseDates(
  before: (LeagueDates & Pick<LeagueRow, 'finalizedAt'>) | null,
  wanted: LeagueDates,
  now: Date,
): void {
  const refusal = datesRefusal(before && { ...before, hasEnded: hasEnded(before, now) }, wanted, now);
  if (!refusal) return;
  throw refusal.isOver ? new Refusal(409, 'league-ended', refusal.words) : badInput(refusal.words);
}
