import { addDays } from '#shared/domain/eastern.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Chance } from './chance.ts';
import type { Model } from './course.ts';
import { nthDay, type Plan, times, twoEvenings } from './plan.ts';
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

/**
 * The typical scores of a league in points or goals, from the results and closing lines that are named in
 * `simulation.laws.test.ts`. Deviations are standard deviations.
 */
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
  /** The days and times of its games in real time (speed 1). */
  plan: Plan;
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

const laborDay = (year: number) => nthDay(year, 9, 1, 1);

const nflSlots = times([
  [0, '20:15', 1],
  [3, '13:00', 8],
  [3, '16:05', 2],
  [3, '16:25', 3],
  [3, '20:20', 1],
  [4, '20:15', 1],
]);
const nfl: League = {
  ...structure,
  slug: 'nfl',
  sport: 'NFL',
  groups: nflConferences,
  rounds: 18,
  crossRounds: [2, 6, 9, 12, 15],
  mishaps: [...usual, 'suspended'],
  model: football({ drives: 11, quarterMinutes: 43, halftimeMinutes: 13, overtime: 'one-period' }),
  plan: { dayOf: (year, round) => addDays(laborDay(year), 3 + 7 * round), slots: () => nflSlots, namedLater: 0 },
  scale: { total: 47.2, totalDeviation: 4.2, homeEdge: 2.2, teamDeviation: 4.8, newsDeviation: 1.2, least: 9 },
};

const cfbSlots = times([
  [-2, '19:30', 1],
  [-1, '20:00', 1],
  [0, '12:00', 6],
  [0, '15:30', 6],
  [0, '19:00', 3],
  [0, '19:30', 2],
  [0, '22:15', 1],
]);
const cfb: League = {
  ...structure,
  slug: 'cfb',
  sport: 'CFB',
  groups: cfbConferences,
  rounds: 14,
  crossRounds: [0, 1, 2, 6, 10],
  mishaps: [...usual, 'time-unknown', 'suspended'],
  model: football({ drives: 12, quarterMinutes: 45, halftimeMinutes: 20, overtime: 'possessions' }),
  plan: { dayOf: (year, round) => addDays(laborDay(year), -2 + 7 * round), slots: () => cfbSlots, namedLater: 0 },
  scale: { total: 55.6, totalDeviation: 7.5, homeEdge: 3.6, teamDeviation: 11.5, newsDeviation: 1.6, least: 7 },
};

const mlbSlots = times([
  [0, '13:10', 2],
  [0, '16:05', 1],
  [0, '18:40', 3],
  [0, '19:05', 3],
  [0, '19:45', 2],
  [0, '20:10', 1],
  [0, '21:40', 2],
  [0, '22:10', 1],
]);
const mlb: League = {
  ...structure,
  slug: 'mlb',
  sport: 'MLB',
  groups: mlbLeagues,
  rounds: 162,
  seriesRounds: 3,
  mishaps: [...usual, 'postponed', 'suspended', 'suspended', 'called-early', 'called-early'],
  model: baseball,
  plan: {
    // 162 games in 186 days
    dayOf: (year, round) => addDays(nthDay(year, 3, 4, 4), Math.floor((round * 186) / 162)),
    slots: () => mlbSlots,
    namedLater: 0,
  },
  scale: { total: 8.9, totalDeviation: 0.9, homeEdge: 0.28, teamDeviation: 0.6, newsDeviation: 0.55, least: 2.2 },
};

const nba: League = {
  ...structure,
  slug: 'nba',
  sport: 'NBA',
  groups: nbaConferences,
  rounds: 82,
  model: basketball,
  plan: {
    dayOf: (year, round) => addDays(nthDay(year, 10, 2, 3), 2 * round + (round >= 58 ? 6 : 0)), // the all-star break
    slots: () => twoEvenings(15),
    namedLater: 1,
  },
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
  plan: {
    dayOf: (year, round) => addDays(nthDay(year, 10, 2, 1), 2 * round + (round >= 60 ? 14 : 0)),
    slots: () => twoEvenings(16),
    namedLater: 1,
  },
  scale: { total: 5.9, totalDeviation: 0.35, homeEdge: 0.28, teamDeviation: 0.3, newsDeviation: 0.2, least: 1.5 },
};

const eplSlots = times([
  [-1, '15:00', 1],
  [0, '07:30', 1],
  [0, '10:00', 4],
  [0, '12:30', 1],
  [1, '09:00', 1],
  [1, '11:30', 1],
  [2, '15:00', 1],
]);
const epl: League = {
  ...structure,
  slug: 'epl',
  sport: 'Soccer',
  competition: 'Premier League',
  groups: [premierLeague],
  rounds: 38,
  mishaps: [...usual, 'postponed', 'postponed'],
  model: soccer,
  plan: {
    dayOf: (year, round) => addDays(nthDay(year, 8, 6, 3), 7 * Math.floor((round * 41) / 38)),
    slots: () => eplSlots,
    namedLater: 0,
  },
  scale: { total: 2.8, totalDeviation: 0.25, homeEdge: 0.3, teamDeviation: 0.5, newsDeviation: 0.12, least: 0.35 },
};

const uclSlots = times([
  [0, '12:45', 2],
  [0, '15:00', 7],
  [1, '12:45', 2],
  [1, '15:00', 7],
]);
/**
 * The weeks of the Champions League's rounds, counted from its first: eight rounds of all clubs, then the knock-out.
 */
const uclWeeks = [0, 2, 5, 7, 10, 12, 18, 19, 24, 29, 32, 36];
/** Games of each knock-out round. */
const uclKnockOut = [8, 4, 2, 1];
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
  plan: {
    dayOf: (year, round) => addDays(nthDay(year, 9, 2, 3), 7 * (uclWeeks[round] ?? 0)),
    slots: (round) => uclSlots.slice(0, uclKnockOut[round - 8] ?? uclSlots.length),
    namedLater: 0,
  },
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
