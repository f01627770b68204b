import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm';
import type { Cents } from '#shared/domain/money.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { isOnly } from '../db/of-leagues.ts';
import { games, leagues, legs, members, results, tickets, users } from '../db/tables.ts';
import type { GameRow } from '../games/store.ts';
import type { ResultRow } from '../settlement/results-store.ts';
import type { LockedLeg } from '../settlement/settle-store.ts';
import { visibleTo } from '../tickets/visible.ts';
import type { Named } from './store.ts';

/** A member and the balance: available and pending. */
type MemberRead = Named & { userId: string; total: Cents };

/** A leg that the viewer may see, of an open ticket; times are in milliseconds since 1970. */
export type LegRead = Pick<
  LockedLeg,
  'gameId' | 'market' | 'side' | 'line' | 'price' | 'homeTeamId' | 'awayTeamId' | 'grade'
> & {
  userId: string;
  ticketId: string;
  stake: Cents;
  placedAt: number;
  /** The number of all legs of the ticket, hidden ones included. */
  legCount: number;
  originalStart: number;
};

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

/** Milliseconds since 1970. */
const inMs = (instant: SQLWrapper) => sql`extract(epoch from ${instant}) * 1000`;

/** Each row is one of the three. */
type Read =
  | { member: MemberRead; leg: null; game: null }
  | { member: null; leg: LegRead; game: null }
  | { member: null; leg: null; game: GameRead };

export type ReadIfEnded = { members: MemberRead[]; legs: LegRead[]; games: GameRead[] };

/**
 * The present members, and what the viewer may see of open tickets with an open leg on a game that has begun or is
 * called off. One statement, so that all is of one moment: a ticket is either open here or part of a balance.
 *
 * onlyOwn  skips tickets of others, of which the viewer may see none.
 */
export async function readOpenAndStandings(
  db: Db,
  leagueId: string,
  viewerId: string,
  { onlyOwn }: { onlyOwn: boolean },
): Promise<ReadIfEnded> {
  const isOf = isOnly(leagueId);
  const isSeen = and(
    isOf(tickets.leagueId),
    isOf(legs.leagueId),
    isOf(leagues.id),
    isNull(tickets.grade),
    onlyOwn ? eq(tickets.userId, viewerId) : undefined,
    visibleTo(viewerId, isOf),
  );
  const rows = await readInPages<Read>(db, {
    fields: { member: sql`read.member`, leg: sql`read.leg`, game: sql`read.game` },
    from: sql`(
      with seen as materialized (
        select ${tickets.userId} as user_id, ${tickets.id} as ticket_id, ${tickets.stake} as stake,
          ${tickets.placedAt} as placed_at, ${legs.number} as number, ${legs.gameId} as game_id, ${legs.market} as market,
          ${legs.side} as side, ${legs.line} as line, ${legs.price} as price, ${legs.grade} as grade,
          ${legs.originalStart} as original_start, ${legs.homeTeamId} as home_team_id,
          ${legs.awayTeamId} as away_team_id, (
            select count(*) from ${legs} l where ${isOf(sql`l.league_id`)} and l.ticket_id = ${tickets.id}
          ) as leg_count
        from ${tickets}
          join ${leagues} on ${leagues.id} = ${tickets.leagueId}
          join ${legs} on ${legs.leagueId} = ${tickets.leagueId} and ${legs.ticketId} = ${tickets.id}
          join ${games} on ${games.id} = ${legs.gameId}
        where ${isSeen} and exists (
          select 1 from ${legs} l join ${games} g on g.id = l.game_id
          where ${isOf(sql`l.league_id`)} and l.ticket_id = ${tickets.id} and l.grade is null
            and (g.status in ('live', 'suspended', 'final', 'canceled') or g.result_rev > 0)
        )
      )
      select 1 as part, ${members.joinedAt} as at, ${members.userId} as id, 0 as number, json_build_object(
          'userId', ${members.userId}, 'displayName', ${members.displayName}, 'firstName', ${users.firstName},
          'email', ${users.email}, 'total', ${members.available} + ${members.pending}
        ) as member, null::json as leg, null::json as game
      from ${members} join ${users} on ${users.id} = ${members.userId}
      where ${isOf(members.leagueId)} and ${members.removedAt} is null
      union all
      select 2, seen.placed_at, seen.ticket_id, seen.number, null, json_build_object(
        'userId', seen.user_id, 'ticketId', seen.ticket_id, 'stake', seen.stake, 'legCount', seen.leg_count,
        'placedAt', ${inMs(sql`seen.placed_at`)}, 'gameId', seen.game_id, 'market', seen.market, 'side', seen.side,
        'line', seen.line, 'price', seen.price, 'grade', seen.grade,
        'originalStart', ${inMs(sql`seen.original_start`)}, 'homeTeamId', seen.home_team_id,
        'awayTeamId', seen.away_team_id
      ), null
      from seen
      union all
      select 3, ${games.startsAt}, null, 0, null, null, json_build_object(
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
      )
      from ${games} where ${games.id} in (select seen.game_id from seen)
    ) read`,
    order: sql`read.part, read.at, read.id, read.number`,
  });
  const read: ReadIfEnded = { members: [], legs: [], games: [] };
  for (const { member, leg, game } of rows) {
    if (member) read.members.push(member);
    else if (leg) read.legs.push(leg);
    else read.games.push(game);
  }
  return read;
}
