import type { Sport } from '#shared/domain/sport.ts';

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
  /** The year that names a season: its only one, or the first or second of the two that it is played in. */
  seasonNamedBy: 'only-year' | 'first-year' | 'second-year';
};

export const espnLeagues: readonly EspnLeague[] = [
  { slug: 'nfl', id: '28', path: 'football/nfl', sport: 'NFL', competition: null, seasonNamedBy: 'first-year' },
  {
    slug: 'college-football',
    id: '23',
    path: 'football/college-football',
    sport: 'CFB',
    competition: null,
    seasonNamedBy: 'first-year',
  },
  { slug: 'mlb', id: '10', path: 'baseball/mlb', sport: 'MLB', competition: null, seasonNamedBy: 'only-year' },
  { slug: 'nba', id: '46', path: 'basketball/nba', sport: 'NBA', competition: null, seasonNamedBy: 'second-year' },
  { slug: 'nhl', id: '90', path: 'hockey/nhl', sport: 'Hockey', competition: null, seasonNamedBy: 'second-year' },
  {
    slug: 'eng.1',
    id: '700',
    path: 'soccer/eng.1',
    sport: 'Soccer',
    competition: 'Premier League',
    seasonNamedBy: 'first-year',
  },
  {
    slug: 'uefa.champions',
    id: '775',
    path: 'soccer/uefa.champions',
    sport: 'Soccer',
    competition: 'Champions League',
    seasonNamedBy: 'first-year',
  },
];

export function leaguesOf(sport: Sport): readonly EspnLeague[] {
  return espnLeagues.filter((league) => league.sport === sport);
}

/** The path of a league's scoreboard below the provider's address. */
export function scoreboardPath(league: EspnLeague): string {
  return `/apis/site/v2/sports/${league.path}/scoreboard`;
}
