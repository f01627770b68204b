import { type Sport, sportRules, sports } from '#shared/domain/sport.ts';

/** The sports in the order of the odds page's tabs. Source: `docs/screens.md#admin-odds`. */
export const adminSports: readonly Sport[] = [...sports].sort(
  (one, other) => sportRules[one].adminTab - sportRules[other].adminTab,
);

/** The period whose games are listed, in words. `week` is null until it is loaded. */
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
