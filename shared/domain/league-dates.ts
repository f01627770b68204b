/** When joining stops and when betting ends; null is no such date. */
export type LeagueDates = { joinDeadline: Date | null; endDate: Date | null };

/** Why dates are refused: `isOver` when it is because the league has ended. */
export type DatesRefusal = { isOver: boolean; words: string };

/**
 * Judges a league's dates as they shall be from now on; null when nothing speaks against them.
 *
 * before  what they are, and whether that league has ended; null for a league that is only now created.
 * A date that stays is never judged by itself; a changed one must be in the future, the end after the join deadline, and
 * the end of a league that has ended is fixed. Source: design D11.
 */
export function datesRefusal(
  before: (LeagueDates & { hasEnded: boolean }) | null,
  { joinDeadline, endDate }: LeagueDates,
  now: Date,
): DatesRefusal | null {
  const movesDeadline = joinDeadline?.getTime() !== before?.joinDeadline?.getTime();
  const movesEnd = endDate?.getTime() !== before?.endDate?.getTime();
  if (movesEnd && before?.hasEnded) {
    return { isOver: true, words: 'This league has ended, so its end date is fixed' };
  }
  if (movesDeadline && joinDeadline && joinDeadline <= now) return no('The join deadline must be in the future');
  if (movesEnd && endDate && endDate <= now) return no('The end date must be in the future');
  if ((movesDeadline || movesEnd) && joinDeadline && endDate && endDate <= joinDeadline) {
    return no('The end date must be after the join deadline');
  }
  return null;
}

function no(words: string): DatesRefusal {
  return { isOver: false, words };
}
