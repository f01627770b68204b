import type { leagueStates } from '#shared/api/groups.ts';
import { type FairPlay, isClassic } from '#shared/domain/fair-play.ts';
import { datesRefusal, type LeagueDates } from '#shared/domain/league-dates.ts';
import { badInput, Refusal } from '../lib/refusal.ts';
import { fairPlayOf, type LeagueRow } from './store.ts';

/** Whether betting and joining are over for good. Source: docs/decisions/league-states.md. */
export function hasEnded(league: Pick<LeagueRow, 'endDate' | 'finalizedAt'>, now: Date): boolean {
  return league.finalizedAt !== null || (league.endDate !== null && league.endDate <= now);
}

/** Why nobody can join the league at this time; null while it is open to new members. */
export function joinRefusal(league: Pick<LeagueRow, 'joinDeadline' | 'endDate' | 'finalizedAt'>, now: Date) {
  if (league.joinDeadline && league.joinDeadline <= now) {
    return new Refusal(409, 'too-late', 'The join deadline for this league has passed');
  }
  return hasEnded(league, now) ? new Refusal(409, 'league-ended', 'This league has ended') : null;
}

/**
 * The state of a league: open, settling (tickets are open), closed or final. Source: docs/decisions/league-states.md.
 */
export function stateOf(league: LeagueRow, now: Date): (typeof leagueStates)[number] {
  if (!hasEnded(league, now)) return 'open';
  if (league.finalizedAt) return 'final';
  return league.openTickets > 0 ? 'settling' : 'closed';
}

/**
 * Refuses dates that `datesRefusal` refuses: 409 for a new end date of a league that has ended, 400 for any other.
 *
 * before  the stored league; null for a league that is being created.
 */
export function refuseDates(
  before: Pick<LeagueRow, 'finalizedAt' | keyof LeagueDates | keyof FairPlay> | null,
  wanted: LeagueDates,
  now: Date,
): void {
  const stored = before && { ...before, hasEnded: hasEnded(before, now), isClassic: isClassic(fairPlayOf(before)) };
  const refusal = datesRefusal(stored, wanted, now);
  if (!refusal) return;
  throw refusal.isOver ? new Refusal(409, 'league-ended', refusal.words) : badInput(refusal.words);
}
