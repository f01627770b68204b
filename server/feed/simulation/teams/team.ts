import type { FeedTeam } from '../../../games/feed-answer.ts';

/** A real team, without its rank, which changes from week to week. */
export type Team = Omit<FeedTeam, 'rank'>;

/** Abbreviation, city, name and two colours without '#'. */
export type TeamRow = readonly [string, string, string, string, string];

/** Builds teams from rows. `league` is part of their ids, so that ids of different leagues differ. */
export function teamsOf(league: string, rows: readonly TeamRow[]): Team[] {
  return rows.map(([abbreviation, city, name, color, alternateColor]) => ({
    id: `${league}-${abbreviation.toLowerCase().replace('&', '')}`,
    abbreviation,
    city,
    name,
    color: `#${color}`,
    alternateColor: `#${alternateColor}`,
  }));
}
