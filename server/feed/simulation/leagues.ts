import type { Sport } from '#shared/domain/sport.ts';
import type { Chance } from './chance.ts';
import type { Model } from './course.ts';
import { baseball } from './play/baseball.ts';
import { basketball } from './play/basketball.ts';
import { football } from './play/football.ts';
import { hockey } from './play/hockey.ts';
import { soccer } from './play/soccer.ts';
import type { Structure } from './rounds.ts';
import { cfbConferences } from './teams/cfb.ts';
import { mlbLeagues } from './teams/mlb.ts';
import { nbaConferences } from './teams/nba.ts';
import { nflConferences } from './teams/nfl.ts';
import { nhlConferences } from './teams/nhl.ts';
import { championsLeague, premierLeague } from './teams/soccer.ts';

/** The typical scores of a league in points or goals. Deviations are standard deviations. */
type Scale = {
  /** The points of both teams together, and their deviation from game to game. */
  total: number;
  totalDeviation: number;
  /** The points that playing at home is worth. */
  homeEdge: number;
  /** The deviation between the teams of a season. */
  teamDeviation: number;
  /** The deviation of the news before a game, for its margin and for its total. */
  newsDeviation: number;
  /** The lowest expected score of a team. */
  least: number;
};

/** A deviation from a game's normal course. */
export type Mishap = 'late-odds' | 'time-unknown' | 'postponed' | 'canceled' | 'suspended' | 'called-early';

export type League = Structure & {
  slug: string;
  sport: Sport;
  competition: string | null;
  scale: Scale;
  model: Model;
  /** The rounds of a season (from 0) whose games are played until one side has won. */
  deciderRounds: readonly number[];
  /** Its possible mishaps; a likelier one is listed several times. */
  mishaps: readonly Mishap[];
};

const usual: Mishap[] = [
  'late-odds',
  'late-odds',
  'late-odds',
  'time-unknown',
  'time-unknown',
  'postponed',
  'canceled',
];

const structure = { crossRounds: [], seriesRounds: 1, deciderRounds: [], competition: null, mishaps: usual };

/** The scales come from the results and closing lines that are named in `simulation.laws.test.ts`. */
const nfl: League = {
  ...structure,
  slug: 'nfl',
  sport: 'NFL',
  groups: nflConferences,
  rounds: 18,
  crossRounds: [2, 6, 9, 12, 15],
  mishaps: [...usual, 'suspended'],
  model: football({ drives: 11, quarterMinutes: 43, halftimeMinutes: 13, overtime: 'one-period' }),
  scale: { total: 47.2, totalDeviation: 4.2, homeEdge: 2.2, teamDeviation: 4.8, newsDeviation: 1.2, least: 9 },
};
const cfb: League = {
  ...structure,
  slug: 'cfb',
  sport: 'CFB',
  groups: cfbConferences,
  rounds: 14,
  crossRounds: [0, 1, 2, 6, 10],
  mishaps: [...usual, 'time-unknown', 'suspended'],
  model: football({ drives: 12, quarterMinutes: 45, halftimeMinutes: 20, overtime: 'possessions' }),
  scale: { total: 55.6, totalDeviation: 7.5, homeEdge: 3.6, teamDeviation: 11.5, newsDeviation: 1.6, least: 7 },
};
const mlb: League = {
  ...structure,
  slug: 'mlb',
  sport: 'MLB',
  groups: mlbLeagues,
  rounds: 162,
  seriesRounds: 3,
  mishaps: [...usual, 'postponed', 'suspended', 'suspended', 'called-early', 'called-early'],
  model: baseball,
  scale: { total: 8.9, totalDeviation: 0.9, homeEdge: 0.28, teamDeviation: 0.6, newsDeviation: 0.55, least: 2.2 },
};
const nba: League = {
  ...structure,
  slug: 'nba',
  sport: 'NBA',
  groups: nbaConferences,
  rounds: 82,
  model: basketball,
  scale: { total: 227.4, totalDeviation: 6.5, homeEdge: 2.5, teamDeviation: 4.3, newsDeviation: 2, least: 85 },
};
const nhl: League = {
  ...structure,
  slug: 'nhl',
  sport: 'Hockey',
  groups: nhlConferences,
  rounds: 82,
  crossRounds: Array.from({ length: 32 }, (_, i) => Math.floor((i * 82) / 32)),
  model: hockey,
  scale: { total: 5.9, totalDeviation: 0.35, homeEdge: 0.28, teamDeviation: 0.3, newsDeviation: 0.2, least: 1.5 },
};
const epl: League = {
  ...structure,
  slug: 'epl',
  sport: 'Soccer',
  competition: 'Premier League',
  groups: [premierLeague],
  rounds: 38,
  mishaps: [...usual, 'postponed', 'postponed'],
  model: soccer,
  scale: { total: 2.8, totalDeviation: 0.25, homeEdge: 0.3, teamDeviation: 0.5, newsDeviation: 0.12, least: 0.35 },
};
const ucl: League = {
  ...structure,
  slug: 'ucl',
  sport: 'Soccer',
  competition: 'Champions League',
  groups: [championsLeague],
  rounds: 12,
  deciderRounds: [8, 9, 10, 11],
  mishaps: [...usual, 'postponed', 'postponed'],
  model: soccer,
  scale: { total: 2.95, totalDeviation: 0.25, homeEdge: 0.35, teamDeviation: 0.6, newsDeviation: 0.12, least: 0.35 },
};

export const leagues: readonly League[] = [nfl, cfb, mlb, nba, nhl, epl, ucl];

export function leaguesIn(sport: Sport): readonly League[] {
  return leagues.filter((league) => league.sport === sport);
}

/** A random mishap of the league. */
export function mishapOf({ mishaps }: League, chance: Chance): Mishap | null {
  return mishaps[Math.floor(chance.between(0, mishaps.length))] ?? null;
}
