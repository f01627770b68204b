import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PlacedTicket } from '#shared/domain/fair-play.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { games } from '../db/tables/games.ts';
import { members } from '../db/tables/leagues.ts';
import { ledger } from '../db/tables/ledger.ts';
import { quotes } from '../db/tables/quotes.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { netOfRound, roundsOfUsers } from './weeks-store.ts';

/** The number of the week, from 1, in which an instant lies, given the starts of all weeks. */
const weekAt = (at: SQL, starts: readonly Date[]) =>
  sql`width_bucket(${at}, ${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[])`;

const isOneOf = (userId: SQL, userIds: readonly string[]) => sql`${userId} = any (${sql.param(userIds)}::uuid[])`;

export type Claimant = { userId: string; joinedAt: Date; isGuest: boolean; isRescued: boolean };

export async function listClaimants(db: Db, leagueId: string, userIds: readonly string[]): Promise<Claimant[]> {
  const { userId, joinedAt, isGuest, isRescued } = members;
  return db
    .select({ userId, joinedAt, isGuest, isRescued })
    .from(members)
    .where(and(eq(members.leagueId, leagueId), inArray(userId, [...userIds])))
    .orderBy(userId);
}

/** A ticket that was placed in a week, whatever became of it. */
export type PlacedInWeek = PlacedTicket & { userId: string; week: number };

export function listPlaced(
  db: Db,
  leagueId: string,
  userIds: readonly string[],
  starts: readonly Date[],
): Promise<PlacedInWeek[]> {
  return readInPages<PlacedInWeek>(db, {
    fields: {
      userId: sql`t.user_id`,
      week: weekAt(sql`t.placed_at`, starts),
      stake: sql`t.stake_cents`,
      legs: sql`(
        select json_agg(json_build_object(
          'match', concat_ws(' ', l.game_id, least(l.home_team_id, l.away_team_id), greatest(l.home_team_id, l.away_team_id)),
          'market', l.market,
          'side', case l.side when 'home' then l.home_team_id when 'away' then l.away_team_id else l.side::text end,
          'price', l.price
        ))
        from ${legs} l where l.league_id = ${leagueId} and l.ticket_id = t.id
      )`,
    },
    from: sql`${tickets} t where t.league_id = ${leagueId} and ${isOneOf(sql`t.user_id`, userIds)}`,
    order: sql`t.id`,
  });
}

/** By how much a member's balance moved in a week. The grant counts as moved before its week. */
export type MovedInWeek = { userId: string; week: number; amount: Cents };

export function listMoved(
  db: Db,
  leagueId: string,
  userIds: readonly string[],
  starts: readonly Date[],
): Promise<MovedInWeek[]> {
  const given = sql`
    select g.user_id, case when g.kind = 'grant' then 0 else ${weekAt(sql`g.at`, starts)} end as week, g.amount_cents
    from ${ledger} g
    where g.league_id = ${leagueId} and g.ticket_id is null and ${isOneOf(sql`g.user_id`, userIds)}`;
  const settled = sql`
    select t.user_id, ${weekAt(sql`s.at`, starts)}, ${netOfRound} from ${roundsOfUsers(leagueId, userIds)}`;
  return readInPages<MovedInWeek>(db, {
    fields: { userId: sql`user_id`, week: sql`week`, amount: sql`sum(amount_cents)` },
    from: sql`(${given} union all ${settled}) moved group by user_id, week`,
    order: sql`user_id, week`,
  });
}

/**
 * The last start in each week of a game of these sports that had odds, among those that have started at `now`. The last
 * one tells whether a member had joined before any.
 */
export async function listLastStarts(
  db: Db,
  sports: readonly Sport[],
  starts: readonly Date[],
  until: Date,
  now: Date,
): Promise<Date[]> {
  const [first] = starts;
  if (!first) return [];
  const { rows } = await db.execute<{ at: number }>(sql`
    select extract(epoch from max(g.starts_at))::float8 * 1000 as at from ${games} g
    where g.sport::text = any (${sql.param(sports)}::text[]) and g.status not in ('postponed', 'canceled')
      and g.starts_at >= ${first.toISOString()}::timestamptz and g.starts_at < ${until.toISOString()}::timestamptz
      and g.starts_at <= ${now.toISOString()}::timestamptz
      and exists (
        select from ${quotes} q where q.game_id = g.id
          and coalesce(q.spread_home_price, q.moneyline_home, q.over_price) is not null
      )
    group by ${weekAt(sql`g.starts_at`, starts)}`);
  return rows.map(({ at }) => new Date(at));
}
