import type { FeedTeam } from '../../../games/feed-answer.ts';

/** A real team, without what changes from week to week. */
export type Team = Omit<FeedTeam, 'rank'>;

/** Abbreviation, city, name and the two colours without '#'. */
export type TeamRow = readonly [string, string, string, string, string];

/** Teams out of rows; `league` keeps ids of different leagues apart. */
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
