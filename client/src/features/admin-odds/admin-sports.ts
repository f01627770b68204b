import { type Sport, sportRules, sports } from '#shared/domain/sport.ts';

/** The tabs of the odds page, in its own order. */
export const adminSports: readonly Sport[] = [...sports].sort(
  (one, other) => sportRules[one].adminTab - sportRules[other].adminTab,
);

/** Which games are listed: the current week's, today's, or the next seven days'. `week` is null until it is known. */
export function scopeWords(sport: Sport, week: number | null): string {
  switch (sportRules[sport].slate) {
    case 'week':
      return week === null ? `${sport}: current week` : `${sport}: current week (Week ${week})`;
    case 'day':
      return `${sport}: today's games`;
    case 'next-7-days':
      return `${sport}: next 7 days`;
  }
}
