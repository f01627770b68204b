import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { isOnly } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { leagues, members } from '../db/tables/leagues.ts';
import { results } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import type { GameRow } from '../games/store.ts';
import type { ResultRow } from '../settlement/results-store.ts';
import type { LockedLeg } from '../settlement/settle-store.ts';
import { isRevealed, visibleTo } from '../tickets/visible.ts';
import type { Named } from './store.ts';

/** A member and the balance: available and pending. Arrays, since a league may have 10,000. */
type MemberRead = [userId: string, total: Cents];

/** A leg that the viewer may see, of an open ticket; times are in milliseconds since 1970. */
export type LegRead = [
  userId: string,
  /** Null for a ticket of one leg. */
  ticketId: string | null,
  stake: Cents,
  /** The number of all legs of the ticket, hidden ones included. */
  legCount: number,
  placedAt: number,
  grade: LockedLeg['grade'],
  price: number,
  gameId: string,
  market: LockedLeg['market'],
  side: LockedLeg['side'],
  line: number | null,
  /** The start and the teams at placing; null if they are the game's present ones. */
  placedOn: [originalStart: number, homeTeamId: string, awayTeamId: string] | null,
];

/** A game of such legs. `result` is the result in force; null if there is none. */
export type GameRead = Pick<
  GameRow,
  'id' | 'sport' | 'status' | 'countedHome' | 'countedAway' | 'halfInnings' | 'homeTeamId' | 'awayTeamId' | 'startKnown'
> & {
  startsAt: number;
  startedAt: number | null;
  result: (Omit<ResultInForce, 'startsAt'> & { startsAt: number }) | null;
};
type ResultInForce = Pick<
  ResultRow,
  'source' | 'isVoid' | 'home' | 'away' | 'halfInnings' | 'homeTeamId' | 'awayTeamId' | 'startsAt'
>;

/** Milliseconds since 1970, rounded down as dates are. */
const inMs = (instant: SQLWrapper) => sql`floor(extract(epoch from ${instant}) * 1000)`;

/** Of the fields of a row, one is not null. */
type Read = { member: MemberRead | null; leg: LegRead | null; game: GameRead | null; knowsMore: string | null };

export type ReadIfEnded = {
  members: MemberRead[];
  legs: LegRead[];
  games: GameRead[];
  /** Users with open tickets whose hidden legs are decided: only they know how such a ticket stands. */
  knowMore: string[];
};

/** A member, and whether to skip tickets of others, of which the league shows none; or what every member may see. */
type Viewer = { id: string; onlyOwn: boolean } | 'everybody';

/**
 * The present members in the order of joining, and what the viewer may see of open tickets with an open leg on a game
 * that has begun or is called off. One statement, so that all is of one moment: a ticket is either open here or part of
 * a balance.
 */
export async function readOpenAndStandings(db: Db, leagueId: string, viewer: Viewer): Promise<ReadIfEnded> {
  const isOf = isOnly(leagueId);
  const isOpen = and(
    isOf(tickets.leagueId),
    isOf(legs.leagueId),
    isOf(leagues.id),
    isNull(tickets.grade),
    viewer !== 'everybody' && viewer.onlyOwn ? eq(tickets.userId, viewer.id) : undefined,
  );
  const rows = await readInPages<Read>(db, {
    fields: { member: sql`read.member`, leg: sql`read.leg`, game: sql`read.game`, knowsMore: sql`read.knows_more` },
    from: sql`(
      with open as (
        select ${tickets.id} as ticket_id, ${legs.number} as number, ${legs.gameId} as game_id,
          ${viewer === 'everybody' ? isRevealed : visibleTo(viewer.id, isOf)} as is_seen, count(*) over (partition by ${tickets.id}) as leg_count,
          ${tickets.userId} as user_id, ${tickets.stake} as stake, ${tickets.placedAt} as placed_at,
          ${legs.grade} as grade, ${legs.price} as price, ${legs.market} as market, ${legs.side} as side,
          ${legs.line} as line, ${legs.originalStart} as original_start, ${legs.homeTeamId} as home_team_id,
          ${legs.awayTeamId} as away_team_id, ${legs.originalStart} = ${games.startsAt}
            and ${legs.homeTeamId} = ${games.homeTeamId} and ${legs.awayTeamId} = ${games.awayTeamId} as is_as_placed,
          ${legs.grade} is not null or ${games.status} = 'canceled' or ${games.resultRev} > 0 as is_decided
        from ${tickets}
          join ${leagues} on ${leagues.id} = ${tickets.leagueId}
          join ${legs} on ${legs.leagueId} = ${tickets.leagueId} and ${legs.ticketId} = ${tickets.id}
          join ${games} on ${games.id} = ${legs.gameId}
        where ${isOpen} and exists (
          select 1 from ${legs} l join ${games} g on g.id = l.game_id
          where ${isOf(sql`l.league_id`)} and l.ticket_id = ${tickets.id} and l.grade is null
            and (g.status in ('live', 'suspended', 'final', 'canceled') or g.result_rev > 0)
        )
      ), seen as materialized (select * from open where is_seen)
      select 1 as part, ${members.joinedAt} as at, ${members.userId} as id, 0 as number,
        json_build_array(${members.userId}, ${members.available} + ${members.pending}) as member, null::json as leg,
        null::json as game, null::uuid as knows_more
      from ${members} where ${isOf(members.leagueId)} and ${members.removedAt} is null
      union all
      select 2, null, seen.ticket_id, seen.number, null, json_build_array(
        seen.user_id, case when seen.leg_count > 1 then seen.ticket_id end, seen.stake, seen.leg_count,
        ${inMs(sql`seen.placed_at`)}, seen.grade, seen.price, seen.game_id, seen.market, seen.side, seen.line,
        case when not seen.is_as_placed then
          json_build_array(${inMs(sql`seen.original_start`)}, seen.home_team_id, seen.away_team_id)
        end
      ), null, null
      from seen
      union all
      select 3, null, null, 0, null, null, json_build_object(
        'id', ${games.id}, 'sport', ${games.sport}, 'status', ${games.status}, 'countedHome', ${games.countedHome},
        'countedAway', ${games.countedAway}, 'halfInnings', ${games.halfInnings}, 'homeTeamId', ${games.homeTeamId},
        'awayTeamId', ${games.awayTeamId}, 'startKnown', ${games.startKnown}, 'startsAt', ${inMs(games.startsAt)},
        'startedAt', ${inMs(games.startedAt)}, 'result', (
          select json_build_object(
            'source', ${results.source}, 'isVoid', ${results.isVoid}, 'home', ${results.home}, 'away', ${results.away},
            'halfInnings', ${results.halfInnings}, 'homeTeamId', ${results.homeTeamId},
            'awayTeamId', ${results.awayTeamId}, 'startsAt', ${inMs(results.startsAt)}
          )
          from ${results} where ${results.gameId} = ${games.id} and ${results.rev} = ${games.resultRev}
        )
      ), null
      from ${games} where ${games.id} in (select seen.game_id from seen)
      union all
      select 4, null, null, 0, null, null, null, open.user_id from open where not open.is_seen and open.is_decided
    ) read`,
    order: sql`read.part, read.at, read.id, read.number`,
  });
  const read: ReadIfEnded = { members: [], legs: [], games: [], knowMore: [] };
  for (const { member, leg, game, knowsMore: userId } of rows) {
    if (member) read.members.push(member);
    if (leg) read.legs.push(leg);
    if (game) read.games.push(game);
    if (userId) read.knowMore.push(userId);
  }
  return read;
}

/** The names of these members, by user. A query of its own: names need not be of the same moment as balances. */
export async function listNames(db: Db, leagueId: string, userIds: readonly string[]): Promise<Map<string, Named>> {
  const rows = await db
    .select({
      userId: members.userId,
      displayName: members.displayName,
      firstName: users.firstName,
      email: users.email,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.leagueId, leagueId), sql`${members.userId} = any (${sql.param(userIds)}::uuid[])`));
  return new Map(rows.map(({ userId, ...name }) => [userId, name]));
}
