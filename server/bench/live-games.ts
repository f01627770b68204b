import type pg from 'pg';
import type { Crowd } from './crowd.ts';

/**
 * Runs `measure` while the upcoming games of the crowd are under way, and the league with so many members reveals its
 * bets from the start: each of them then has a bet that everybody in it sees.
 */
export async function whileGamesAreLive<T>(
  owner: pg.Pool,
  { games, memberOfLeagueWith }: Crowd,
  members: number,
  measure: () => Promise<T>,
): Promise<T> {
  const ids = games.map(({ id }) => id);
  const { leagueId } = memberOfLeagueWith(members);
  await owner.query(
    `update games set status = 'live', counted_home = 7, counted_away = 3, started_at = now() where id = any ($1)`,
    [ids],
  );
  await owner.query(`update leagues set reveal = 'started' where id = $1`, [leagueId]);
  try {
    return await measure();
  } finally {
    await owner.query(`update leagues set reveal = 'settled' where id = $1`, [leagueId]);
    await owner.query(
      `update games set status = 'scheduled', counted_home = null, counted_away = null, started_at = null
       where id = any ($1)`,
      [ids],
    );
  }
}
