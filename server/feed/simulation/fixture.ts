import type { FeedGame } from '../../games/feed-answer.ts';
import type { League, Mishap } from './leagues.ts';
import type { Team } from './teams/team.ts';

/** A game of the schedule: the facts that never change. */
export type Fixture = {
  league: League;
  /** Its number in the league's schedule. */
  number: number;
  /** Whether it is played beside the regular game of the same number. */
  isExtra: boolean;
  season: number;
  /** Counted on from season to season. */
  round: number;
  week: number | null;
  seasonType: FeedGame['seasonType'];
  plannedAt: Date;
  home: Team;
  away: Team;
  isDecider: boolean;
  mishap: Mishap | null;
};

/** A fixture's seed of chance. It leaves out the speed, so that the same games are played at every speed. */
export function fixtureSeed(seed: number, { league, number, isExtra }: Fixture): string {
  return `${seed} ${league.slug} ${number}${isExtra ? 'x' : ''}`;
}

/** An endless schedule of all leagues. */
export interface Calendar {
  /** The fixtures of a league with a planned start from one instant up to another. */
  fixtures(league: League, from: Date, to: Date): Fixture[];
  /** The fixture with this number; null if there is none. */
  fixture(league: League, number: number, isExtra: boolean): Fixture | null;
  /** How long before its start a game has a quote, in simulated minutes. */
  readonly quotedMinutes: number;
}
