import { type Sport, sportRules } from '#shared/domain/sport.ts';

/** The league tabs of the odds page, in its own order. Source: spec §2, "Admin odds". */
export const adminSports = ['NFL', 'CFB', 'MLB', 'NBA', 'Soccer', 'Hockey'] as const satisfies readonly Sport[];

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

/** What stands in place of the games when there are none. Source: spec §2, "Admin odds"; screens for the NHL's name. */
export const noGamesWords: Record<Sport, string> = {
  NFL: 'No games available for this week',
  CFB: 'No CFB games available for this week',
  MLB: 'No MLB games available for today',
  NBA: 'No NBA games available for today',
  Soccer: 'No Soccer games available for the next 7 days',
  Hockey: 'No NHL games available for today',
};
