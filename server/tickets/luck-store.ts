import { sql } from 'drizzle-orm';
import type { SettledTicket } from '#shared/domain/luck.ts';
import { readInPages } from '../db/json-pages.ts';
import { conditionsOf } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import type { Reads } from './pages-store.ts';

/** Every settled ticket of a user in these leagues, with what of its legs is compared with the close. */
export async function listComparedTickets(
  { db, machines }: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<SettledTicket[]> {
  const found: SettledTicket[][] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) {
    const page = await readInPages<SettledTicket>(db, {
      fields: {
        stake: sql`t.stake_cents`,
        back: sql`t.back_cents`,
        legs: sql`(
          select json_agg(json_build_object('gameId', l.game_id, 'sport', g.sport, 'market', l.market, 'side', l.side,
            'line', l.line, 'price', l.price, 'grade', l.grade, 'homeTeamId', l.home_team_id,
            'awayTeamId', l.away_team_id)
            order by l.number)
          from ${legs} l join ${games} g on g.id = l.game_id
          where ${isOf(sql`l.league_id`)} and l.league_id = t.league_id and l.ticket_id = t.id
        )`,
      },
      from: sql`${tickets} t where ${isOf(sql`t.league_id`)} and t.user_id = ${userId} and t.grade is not null`,
      order: sql`t.settled_at, t.id`,
    });
    found.push(page);
  }
  return found.flat();
}
