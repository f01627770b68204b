import { type Sport, sportRules } from '#shared/domain/sport.ts';

/** One of ESPN's competitions. Source: `docs/feeds.md#competitions`. */
export type EspnLeague = {
  slug: string;
  /** The part after `l:` in ESPN's `uid`, such as 's:20~l:28~e:401'. */
  id: string;
  /** Below `/apis/site/v2/sports/`. */
  path: string;
  sport: Sport;
  /** Shown beside the sport if the sport has more than one competition; otherwise null. */
  competition: string | null;
};

export const espnLeagues: readonly EspnLeague[] = [
  { slug: 'nfl', id: '28', path: 'football/nfl', sport: 'NFL', competition: null },
  { slug: 'college-football', id: '23', path: 'football/college-football', sport: 'CFB', competition: null },
  { slug: 'mlb', id: '10', path: 'baseball/mlb', sport: 'MLB', competition: null },
  { slug: 'nba', id: '46', path: 'basketball/nba', sport: 'NBA', competition: null },
  { slug: 'nhl', id: '90', path: 'hockey/nhl', sport: 'Hockey', competition: null },
  { slug: 'eng.1', id: '700', path: 'soccer/eng.1', sport: 'Soccer', competition: 'Premier League' },
  {
    slug: 'uefa.champions',
    id: '775',
    path: 'soccer/uefa.champions',
    sport: 'Soccer',
    competition: 'Champions League',
  },
];

export function leaguesOf(sport: Sport): readonly EspnLeague[] {
  return espnLeagues.filter((league) => league.sport === sport);
}

/** The path of a league's scoreboard below the provider's address. */
export function scoreboardPath(league: EspnLeague): string {
  return `/apis/site/v2/sports/${league.path}/scoreboard`;
}

/** Whether a sport's slate is a numbered week. The answers of such a sport name the current week. */
export function playsInWeeks(sport: Sport): boolean {
  return sportRules[sport].slate === 'week';
}
