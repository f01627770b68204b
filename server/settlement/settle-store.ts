import { and, count, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Grade, Rule, Score } from '#shared/domain/grade.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Postings } from '#shared/domain/settle.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { leagues, legGrades, legs, settlements, tickets } from '../db/tables.ts';
import { booking, entriesOf } from '../ledger/store.ts';

type LegRow = typeof legs.$inferSelect;
type TicketRow = typeof tickets.$inferSelect;

/** The start and the teams that a game had when a leg on it was placed. */
export type PlacedOn = Pick<LegRow, 'originalStart' | 'homeTeamId' | 'awayTeamId'>;

/**
 * Which legs of a game are to be graded: the open ones, and with `rev` those whose grade rests on an earlier result. With
 * `placedOn` only those that were placed on this start and these teams.
 */
export type LegsToGrade = { gameId: string; rev: number | null; placedOn?: PlacedOn };

function toGrade({ gameId, rev, placedOn }: LegsToGrade): SQL | undefined {
  // A void that rests on no result stays: it has no revision to be older than (house rules, "Postponed").
  const isGradable = rev === null ? isNull(legs.grade) : or(isNull(legs.grade), lt(legs.resultRev, rev));
  const isPlacedOn =
    placedOn &&
    and(
      eq(legs.originalStart, placedOn.originalStart),
      eq(legs.homeTeamId, placedOn.homeTeamId),
      eq(legs.awayTeamId, placedOn.awayTeamId),
    );
  return and(eq(legs.gameId, gameId), isGradable, isPlacedOn);
}

/** A league with so many legs to grade, each of another ticket. */
export type LeagueToGrade = { leagueId: string; legs: number };

/** The leagues with legs to grade, in the order of their ids; nothing is held. */
export async function listLeaguesToGrade(db: Db, which: LegsToGrade): Promise<LeagueToGrade[]> {
  return db
    .select({ leagueId: legs.leagueId, legs: count() })
    .from(legs)
    .where(toGrade(which))
    .groupBy(legs.leagueId)
    .orderBy(legs.leagueId);
}

/** Whether each league may lie on a machine of its own (Citus), and so needs statements and transactions of its own. */
export async function areLeaguesSharded(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ areSpread: boolean }>(
    sql`select to_regclass('pg_dist_partition') is not null as "areSpread"`,
  );
  return rows[0]?.areSpread ?? false;
}

/** A ticket as it is held for settling, with all its legs in order. In a league that is final nothing graded changes. */
export type LockedTicket = Pick<
  TicketRow,
  'leagueId' | 'id' | 'userId' | 'stake' | 'grade' | 'back' | 'round' | 'placedAt'
> & { isLeagueFinal: boolean; legs: LockedLeg[] };
export type LockedLeg = Pick<
  LegRow,
  | 'number'
  | 'gameId'
  | 'market'
  | 'side'
  | 'line'
  | 'price'
  | 'originalStart'
  | 'homeTeamId'
  | 'awayTeamId'
  | 'grade'
  | 'resultRev'
>;

type HeldRow = Omit<LockedLeg, 'originalStart'> & {
  isLeagueFinal: boolean;
  leagueId: string;
  id: string;
  userId: string;
  stake: string;
  ticketGrade: Grade | null;
  back: string | null;
  round: number;
  placedAt: string;
  originalStart: string;
};

const slot = sql.placeholder;

/** What differs between a statement for a single league and the same for several. */
type Scope = {
  /** What the id of one of the leagues equals. */
  these: SQL;
  /** What a row's league equals, given that of the row it is joined to. */
  ofLeague(joined: SQL): SQL;
  /** Whether a row of `members` is one of those given. */
  isConcerned: SQL;
};

/** The league is named each time: by this Citus finds the one machine to send the statement to. */
const single: Scope = {
  these: sql`${slot('leagueId')}`,
  ofLeague: () => sql`${slot('leagueId')}`,
  isConcerned: sql`m.league_id = ${slot('leagueId')} and m.user_id = any(${slot('userIds')}::uuid[])`,
};

const several: Scope = {
  these: sql`any(${slot('leagueIds')}::uuid[])`,
  ofLeague: (joined) => joined,
  isConcerned: sql`(m.league_id, m.user_id) in (
    select * from unnest(${slot('leagueIdsOfUsers')}::uuid[], ${slot('userIds')}::uuid[])
  )`,
};

/** A statement for any number of leagues, as `write` words it. A spread database can be served only one league at a time. */
function forLeagues<Name extends string, Row>(write: (scope: Scope) => SQL) {
  const forSingle = preparedSql<Name | 'leagueId', Row>(write(single));
  const forSeveral = preparedSql<Name | 'leagueIds', Row>(write(several));
  return (tx: Db, leagueIds: readonly string[], values: Record<Name, unknown>): Promise<Row[]> => {
    const [leagueId] = leagueIds;
    return leagueIds.length === 1 ? forSingle(tx, { ...values, leagueId }) : forSeveral(tx, { ...values, leagueIds });
  };
}

/**
 * The legs are held with their tickets because that brings them as they are now, also when somebody else has graded one
 * while this waited for the ticket. In a league that is final only what no ticket waits for is left to grade.
 */
const holdToGrade = forLeagues<'gameId' | 'rev' | 'originalStart' | 'homeTeamId' | 'awayTeamId' | 'most', HeldRow>(
  ({ these, ofLeague }) => sql`
  with league as (
    select id, finalized_at is not null as is_final
    from ${leagues} where id = ${these} order by id for share
  ), ungraded as (
    select l.league_id, l.ticket_id from league join ${legs} l on l.league_id = ${ofLeague(sql`league.id`)}
    where l.game_id = ${slot('gameId')}
      and (l.grade is null or not league.is_final and l.result_rev < ${slot('rev')}::int)
      and (${slot('originalStart')}::timestamptz is null or l.original_start = ${slot('originalStart')}::timestamptz
        and l.home_team_id = ${slot('homeTeamId')}::text and l.away_team_id = ${slot('awayTeamId')}::text)
    order by l.league_id, l.ticket_id limit ${slot('most')}
  )
  select league.is_final as "isLeagueFinal", t.league_id as "leagueId", t.id, t.user_id as "userId",
    t.stake_cents as stake, t.grade as "ticketGrade", t.back_cents as back, t.round, t.placed_at as "placedAt", l.number,
    l.game_id as "gameId", l.market, l.side, l.line, l.price, l.original_start as "originalStart",
    l.home_team_id as "homeTeamId", l.away_team_id as "awayTeamId", l.grade, l.result_rev as "resultRev"
  from ungraded u join league on league.id = u.league_id
    join ${tickets} t on t.league_id = ${ofLeague(sql`u.league_id`)} and t.id = u.ticket_id
    join ${legs} l on l.league_id = t.league_id and l.ticket_id = t.id
  order by t.league_id, t.id, l.number
  for no key update of t, l`,
);

/**
 * Up to `most` tickets of these leagues with legs to grade, held in the order of their leagues' and their own ids
 * (hardening 0.6) after the leagues themselves; none of a league that is gone. Of a final league only those with open
 * legs: its settled tickets change no more.
 */
export async function lockTicketsToGrade(
  tx: Db,
  leagueIds: readonly string[],
  { gameId, rev, placedOn }: LegsToGrade,
  most: number,
): Promise<LockedTicket[]> {
  const originalStart = placedOn?.originalStart.toISOString() ?? null;
  const teams = { homeTeamId: placedOn?.homeTeamId ?? null, awayTeamId: placedOn?.awayTeamId ?? null };
  const rows = await holdToGrade(tx, leagueIds, { gameId, rev, originalStart, ...teams, most });
  const held = new Map<string, LockedTicket>();
  for (const { isLeagueFinal, leagueId, id, userId, stake, ticketGrade, back, round, placedAt, ...row } of rows) {
    const ticket = held.get(id) ?? {
      isLeagueFinal,
      leagueId,
      id,
      userId,
      stake: Number(stake),
      grade: ticketGrade,
      back: back === null ? null : Number(back),
      round,
      placedAt: new Date(placedAt),
      legs: [],
    };
    ticket.legs.push({ ...row, originalStart: new Date(row.originalStart) });
    held.set(id, ticket);
  }
  return [...held.values()];
}

export type GradedLeg = {
  leagueId: string;
  ticketId: string;
  number: number;
  grade: Grade;
  rule: Rule;
  /** The score it was graded on, and the revision of the result; null where it rests on none. */
  score: Score | null;
  resultRev: number | null;
  pullId: string | null;
};

/** The verdict that a ticket comes to in a round, and what it moves; null grade and back when a correction opens it again. */
export type RoundVerdict = {
  leagueId: string;
  id: string;
  userId: string;
  round: number;
  grade: Grade | null;
  back: Cents | null;
  moved: Postings;
};

const writeSettled = forLeagues<
  'at' | 'graded' | 'verdicts' | 'leagueIdsOfUsers' | 'userIds' | 'entries',
  { id: string }
>(
  ({ ofLeague, isConcerned }) => sql`
  with graded as (
    select * from json_to_recordset(${slot('graded')}::json) as g(
      league_id uuid, ticket_id uuid, number int, grade grade, rule rule, home int, away int, result_rev int, pull_id uuid
    )
  ), written as (
    update ${legs} as l
    set grade = g.grade, rule = g.rule, graded_at = ${slot('at')}::timestamptz, result_rev = g.result_rev
    from graded g
    where l.league_id = ${ofLeague(sql`g.league_id`)} and l.ticket_id = g.ticket_id and l.number = g.number
  ), receipts as (
    insert into ${legGrades} (league_id, ticket_id, number, round, grade, rule, home, away, at, result_rev, pull_id)
    select ${ofLeague(sql`g.league_id`)}, g.ticket_id, g.number,
      1 + (
        select count(*) from ${legGrades} e
        where e.league_id = ${ofLeague(sql`g.league_id`)} and e.ticket_id = g.ticket_id and e.number = g.number
      ),
      g.grade, g.rule, g.home, g.away, ${slot('at')}::timestamptz, g.result_rev, g.pull_id
    from graded g
  ), settled as (
    update ${tickets} as t
    set grade = v.grade, back_cents = v.back, round = v.round,
      settled_at = case when v.grade is null then null else ${slot('at')}::timestamptz end
    from json_to_recordset(${slot('verdicts')}::json) as v(
      league_id uuid, id uuid, round int, grade grade, back bigint, available bigint, pending bigint
    )
    where t.league_id = ${ofLeague(sql`v.league_id`)} and t.id = v.id and t.round = v.round - 1
    returning t.league_id, t.id, t.user_id, t.round, t.grade, t.back_cents, v.available, v.pending
  ), verdicts as (
    insert into ${settlements} (league_id, ticket_id, round, grade, back_cents, at)
    select ${ofLeague(sql`league_id`)}, id, round, grade, back_cents, ${slot('at')}::timestamptz
    from settled where grade is not null
  ), ${booking({
    ofLeague,
    at: slot('at'),
    isConcerned,
    entries: slot('entries'),
  })}
  select id from settled`,
);

/**
 * Writes what settling some held tickets of these leagues comes to, all of it in one statement: the grades of their legs,
 * each kept as a line of the leg's receipt; verdicts on those that stand one round before, each kept too; and what these
 * move. Returns the tickets whose verdicts it wrote. Source: hardening P-SETTLE.
 */
export async function writeSettlement(
  tx: Db,
  leagueIds: readonly string[],
  graded: readonly GradedLeg[],
  verdicts: readonly RoundVerdict[],
  at: Date,
): Promise<Set<string>> {
  const grades = graded.map(({ leagueId, ticketId, number, grade, rule, score, resultRev, pullId }) => {
    const on = { home: score?.home, away: score?.away, result_rev: resultRev, pull_id: pullId };
    return { league_id: leagueId, ticket_id: ticketId, number, grade, rule, ...on };
  });
  const rounds = verdicts.map(({ leagueId, id, round, grade, back, moved }) => {
    const available = moved.entries.reduce((sum, entry) => sum + entry.amount, 0);
    return { league_id: leagueId, id, round, grade, back, available, pending: moved.pending };
  });
  const members = new Map(verdicts.map((verdict) => [`${verdict.leagueId} ${verdict.userId}`, verdict]));
  const rows = await writeSettled(tx, leagueIds, {
    at: at.toISOString(),
    graded: JSON.stringify(grades),
    verdicts: JSON.stringify(rounds),
    leagueIdsOfUsers: [...members.values()].map(({ leagueId }) => leagueId),
    userIds: [...members.values()].map(({ userId }) => userId),
    entries: JSON.stringify(verdicts.flatMap(({ leagueId, id, moved }) => entriesOf(leagueId, id, moved))),
  });
  return new Set(rows.map((row) => row.id));
}
