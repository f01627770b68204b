import type { FeedGame } from '../../games/feed-answer.ts';
import type { League, Mishap } from './leagues.ts';
import type { Team } from './teams/team.ts';

/** A game of the schedule: everything about it that time does not change. */
export type Fixture = {
  league: League;
  /** Its number in the league's schedule, and whether it is there beside the regular games. */
  number: number;
  isExtra: boolean;
  season: number;
  /** Rounds counted on without end, from season to season. */
  round: number;
  week: number | null;
  seasonType: FeedGame['seasonType'];
  plannedAt: Date;
  home: Team;
  away: Team;
  isDecider: boolean;
  mishap: Mishap | null;
};

/** A fixture's own words of chance; the pace is not among them, so that the same games are played at every pace. */
export function wordsOf(seed: number, { league, number, isExtra }: Fixture): string {
  return `${seed} ${league.slug} ${number}${isExtra ? 'x' : ''}`;
}

/** A schedule of all leagues, without beginning or end. */
export interface Calendar {
  /** The fixtures of a league that are planned from one instant up to another. */
  fixtures(league: League, from: Date, to: Date): Fixture[];
  /** The fixture of a number; null where the schedule has none. */
  fixture(league: League, number: number, isExtra: boolean): Fixture | null;
  /** How long before its start a game has a quote, in minutes of the season. */
  readonly quotedMinutes: number;
}
