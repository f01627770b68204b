/** The end of joining and the end of betting; null when there is no such date. */
export type LeagueDates = { joinDeadline: Date | null; endDate: Date | null };

/** The reason why a date is refused. `isOver` is true when the reason is that the league has ended. */
export type DatesRefusal = { isOver: boolean; field: keyof LeagueDates; words: string };

/**
 * Checks the new dates of a league; null when they are valid.
 *
 * before  the present dates, whether the league has ended, and whether it plays by Classic; null for a league that is
 *         being created.
 * An unchanged date is not checked by itself. A changed date must be in the future, and the end after the join
 * deadline. The end date of a league that has ended cannot change, and where options of fair play count weeks or stakes
 * it only moves later. Source: docs/decisions/league-states.md.
 */
export function datesRefusal(
  before: (LeagueDates & { hasEnded: boolean; isClassic: boolean }) | null,
  { joinDeadline, endDate }: LeagueDates,
  now: Date,
): DatesRefusal | null {
  const movesDeadline = isOther(joinDeadline, before?.joinDeadline);
  const movesEnd = isOther(endDate, before?.endDate);
  if (movesEnd && before?.hasEnded) {
    return { isOver: true, field: 'endDate', words: 'This league has ended, so its end date is fixed' };
  }
  if (movesDeadline && joinDeadline && joinDeadline <= now) {
    return no('joinDeadline', 'The join deadline must be in the future');
  }
  if (movesEnd && endDate && endDate <= now) return no('endDate', 'The end date must be in the future');
  if (before?.endDate && !before.isClassic && (!endDate || endDate < before.endDate)) {
    return no('endDate', 'The end date can only move later under fair play');
  }
  if ((movesDeadline || movesEnd) && joinDeadline && endDate && endDate <= joinDeadline) {
    return no('endDate', 'The end date must be after the join deadline');
  }
  return null;
}

/** Whether a date differs. */
export function areOtherDates(one: LeagueDates, other: LeagueDates): boolean {
  return isOther(one.joinDeadline, other.joinDeadline) || isOther(one.endDate, other.endDate);
}

function isOther(one: Date | null | undefined, other: Date | null | undefined): boolean {
  return one?.getTime() !== other?.getTime();
}

function no(field: keyof LeagueDates, words: string): DatesRefusal {
  return { isOver: false, field, words };
}
