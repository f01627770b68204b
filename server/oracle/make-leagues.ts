import { v7 as uuid } from 'uuid';
import type { Database } from '../db/connection.ts';
import type { League } from './reference-leagues.ts';
import type { Chance } from './schedule.ts';

const hour = 60 * 60_000;

export async function makeLeagues(
  database: Database,
  chance: Chance,
  from: number,
  plan: { leagues: number; members: number },
): Promise<League[]> {
  const leagues: League[] = [];
  for (let count = 0; count < plan.leagues; count += 1) {
    const id = uuid();
    const userIds = Array.from({ length: plan.members }, () => uuid()).sort();
    const endsAt = from + chance.pick([8, 30, 54, 76, 130, 200]) * hour;
    await database.pool.query(
      `with everybody as (select * from unnest($1::uuid[], $2::uuid[]) as one(id, entry)), new_users as (
        insert into users (id, email, email_norm, password_hash)
        select id, id || '@example.com', id || '@example.com', '' from everybody
      ) select`,
      [userIds, userIds],
    );
    await database.pool.query('insert into leagues (id, name, owner_id, end_date) values ($1, $2, $3, $4)', [
      id,
      `League ${count}`,
      userIds[0],
      new Date(endsAt),
    ]);
    for (const userId of userIds) {
      await database.pool.query('insert into memberships (user_id, league_id) values ($1, $2)', [userId, id]);
      await database.pool.query('insert into members (league_id, user_id, available_cents) values ($1, $2, 100000)', [
        id,
        userId,
      ]);
      await database.pool.query(
        `insert into ledger (league_id, id, user_id, kind, round, amount_cents) values ($1, $2, $3, 'grant', 0, 100000)`,
        [id, uuid(), userId],
      );
    }
    leagues.push({ id, endsAt, userIds, frozen: null });
  }
  return leagues;
}
