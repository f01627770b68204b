import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SettledTicket } from '#shared/domain/form.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { conditionsOf, type OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { members } from '../db/tables/leagues.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import type { Reads } from './pages-store.ts';

/**
 * Every settled ticket of a user in these leagues. It is one statement on one Postgres; on a Citus it is one for each
 * league, whose tickets are on one machine.
 */
export async function listSettledTickets(
  { db, machines }: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<SettledTicket[]> {
  const found: SettledTicket[][] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) found.push(await settledIn(db, isOf, userId));
  return found.flat();
}

const millisecondsOf = (instant: SQL) => sql`floor(extract(epoch from ${instant}) * 1000)`;

function settledIn(db: Db, isOf: OfLeagues, userId: string): Promise<SettledTicket[]> {
  return readInPages<SettledTicket>(db, {
    fields: {
      grade: sql`t.grade`,
      stake: sql`t.stake_cents`,
      back: sql`t.back_cents`,
      placedAt: millisecondsOf(sql`t.placed_at`),
      settledAt: millisecondsOf(sql`t.settled_at`),
      legs: sql`(
        select json_agg(json_build_object('sport', g.sport, 'market', l.market, 'price', l.price) order by l.number)
        from ${legs} l join ${games} g on g.id = l.game_id
        where ${isOf(sql`l.league_id`)} and l.league_id = t.league_id and l.ticket_id = t.id
      )`,
    },
    from: sql`${tickets} t where ${isOf(sql`t.league_id`)} and t.user_id = ${userId} and t.grade is not null`,
    order: sql`t.settled_at, t.id`,
  });
}

/** Those of these leagues that the user is or was a member of. */
export async function listJoinedLeagueIds(
  { db, machines }: Reads,
  leagueIds: readonly string[],
  userId: string,
): Promise<string[]> {
  const joined: string[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) {
    const rows = await db
      .select({ id: members.leagueId })
      .from(members)
      .where(and(isOf(members.leagueId), eq(members.userId, userId)));
    joined.push(...rows.map(({ id }) => id));
  }
  return joined;
}

/** Those of these leagues in which both users are present members. */
export async function listSharedLeagueIds(
  { db, machines }: Reads,
  leagueIds: readonly string[],
  viewerId: string,
  userId: string,
): Promise<string[]> {
  const shared: string[] = [];
  for (const isOf of conditionsOf(leagueIds, machines.isOnePostgres)) {
    const { rows } = await db.execute<{ id: string }>(sql`
      select m.league_id as id
      from ${members} m join ${members} o on ${isOf(sql`o.league_id`)} and o.league_id = m.league_id
      where ${isOf(sql`m.league_id`)} and m.user_id = ${viewerId} and m.removed_at is null
        and o.user_id = ${userId} and o.removed_at is null`);
    shared.push(...rows.map(({ id }) => id));
  }
  return shared;
}

/** The parts of the name of a present member; null for everybody else. */
export async function findNameOfMember(db: Db, leagueId: string, userId: string) {
  const { rows } = await db.execute<{ displayName: string | null; firstName: string | null; email: string }>(sql`
    select m.display_name as "displayName", u.first_name as "firstName", u.email
    from ${members} m join ${users} u on u.id = m.user_id
    where m.league_id = ${leagueId} and m.user_id = ${userId} and m.removed_at is null`);
  return rows[0] ?? null;
}
