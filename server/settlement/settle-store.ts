import { and, count, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Grade, Rule } from '#shared/domain/grade.ts';
import type { Score } from '#shared/domain/leg.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { Postings } from '#shared/domain/settle.ts';
import type { Db } from '../db/connection.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { inOneSend } from '../db/one-send.ts';
import { preparedSql } from '../db/prepared.ts';
import { leagues } from '../db/tables/leagues.ts';
import { legGrades, settlements } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { entriesOf, entriesOfVerdicts, movingFunds } from '../ledger/store.ts';

type LegRow = typeof legs.$inferSelect;
type TicketRow = typeof tickets.$inferSelect;

/** The start and the teams that a game had when a leg on it was placed. */
export type PlacedOn = Pick<LegRow, 'originalStart' | 'homeTeamId' | 'awayTeamId'>;

/**
 * Selects the legs of a game that are to be graded: the open ones and, unless `rev` is null, those that were graded on
 * an earlier revision of the result. `placedOn` limits this to legs that were placed on this start and these teams.
 * `isFinal` says that the game is final with a result, which it then stays.
 */
export type LegsToGrade = { gameId: string; rev: number | null; placedOn?: PlacedOn; isFinal?: boolean };

function toGrade({ gameId, rev, placedOn }: LegsToGrade): SQL | undefined {
  // `lt` is null for a leg that was voided without a result, so such a leg is never graded again.
  // Source: docs/house-rules.md#postponed-and-not-played.
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

/**
 * A league and the number of its legs of a game that are to be graded. Each is of another ticket: a ticket has at most one
 * leg per game.
 */
export type LeagueToGrade = { gameId: string; leagueId: string; legs: number };

/** Those of the leagues with legs to grade, by game, in the order of their ids. Locks nothing. */
export async function listLeaguesToGrade(
  db: Db,
  whiches: readonly LegsToGrade[],
  these: OfLeagues,
): Promise<LeagueToGrade[]> {
  if (whiches.length === 0) return [];
  return db
    .select({ gameId: legs.gameId, leagueId: legs.leagueId, legs: count() })
    .from(legs)
    .where(and(these(legs.leagueId), or(...whiches.map(toGrade))))
    .groupBy(legs.gameId, legs.leagueId)
    .orderBy(legs.gameId, legs.leagueId);
}

/**
 * A ticket whose row is locked for settling, with all its legs in order. In a final league no grade changes any more.
 * `frozenUntil` is the end of the league's last frozen week. `showsLegs` is whether members see something of a graded leg
 * of others' open tickets: the league shows started bets, or has ended and says what it waits for.
 */
export type LockedTicket = Pick<
  TicketRow,
  'leagueId' | 'id' | 'userId' | 'stake' | 'grade' | 'back' | 'round' | 'placedAt'
> & { isLeagueFinal: boolean; frozenUntil: Date | null; showsLegs: boolean; legs: LockedLeg[] };
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

type LockedRow = Omit<LockedLeg, 'originalStart'> & {
  isLeagueFinal: boolean;
  frozenUntil: string | null;
  showsLegs: boolean;
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

const arg = sql.placeholder;

/** The parts of a statement that differ between a single league and several. */
type Scope = {
  /** The right side of `league id = …`: the id, or any of the ids. */
  these: SQL;
  /** The right side of `league id = …` in a join, given the league id of the other row. */
  ofLeague(joined: SQL): SQL;
  /** Whether a row of `members` is one of the given members. */
  isConcerned: SQL;
};

/** Every table is compared with the league's id: by this Citus finds the one machine that runs the statement. */
const single: Scope = {
  these: sql`${arg('leagueId')}`,
  ofLeague: () => sql`${arg('leagueId')}`,
  isConcerned: sql`m.league_id = ${arg('leagueId')} and m.user_id = any(${arg('userIds')}::uuid[])`,
};

const several: Scope = {
  these: sql`any(${arg('leagueIds')}::uuid[])`,
  ofLeague: (joined) => joined,
  isConcerned: sql`(m.league_id, m.user_id) in (
    select * from unnest(${arg('leagueIdsOfUsers')}::uuid[], ${arg('userIds')}::uuid[])
  )`,
};

/**
 * Prepares the statement that `write` returns, once for a single league and once for several. Citus needs the first.
 */
function forLeagues<Name extends string, Row>(write: (scope: Scope) => SQL) {
  const forSingle = preparedSql<Name | 'leagueId', Row>(write(single));
  const forSeveral = preparedSql<Name | 'leagueIds', Row>(write(several));
  return (tx: Db, leagueIds: readonly string[], values: Record<Name, unknown>): Promise<Row[]> => {
    const [leagueId] = leagueIds;
    return leagueIds.length === 1 ? forSingle(tx, { ...values, leagueId }) : forSeveral(tx, { ...values, leagueIds });
  };
}

/** The ungraded tickets of leagues with all their legs: `league` and `rows` are the clauses that lock them, or empty. */
function rowsToGrade(locks: { league: SQL; rows: SQL }) {
  return forLeagues<'gameId' | 'rev' | 'originalStart' | 'homeTeamId' | 'awayTeamId' | 'most', LockedRow>(
    ({ these, ofLeague }) => sql`
    with league as (
      select id, finalized_at is not null as is_final, frozen_until,
        reveal = 'started' or coalesce(end_date <= clock_timestamp(), false) as shows_legs
      from ${leagues} where id = ${these} order by id ${locks.league}
    ), ungraded as (
      select l.league_id, l.ticket_id from league join ${legs} l on l.league_id = ${ofLeague(sql`league.id`)}
      where l.game_id = ${arg('gameId')}
        and (l.grade is null or not league.is_final and l.result_rev < ${arg('rev')}::int)
        and (${arg('originalStart')}::timestamptz is null or l.original_start = ${arg('originalStart')}::timestamptz
          and l.home_team_id = ${arg('homeTeamId')}::text and l.away_team_id = ${arg('awayTeamId')}::text)
      order by l.league_id, l.ticket_id limit ${arg('most')}
    )
    select league.is_final as "isLeagueFinal", league.frozen_until as "frozenUntil", league.shows_legs as "showsLegs",
      t.league_id as "leagueId", t.id, t.user_id as "userId",
      t.stake_cents as stake, t.grade as "ticketGrade", t.back_cents as back, t.round, t.placed_at as "placedAt", l.number,
      l.game_id as "gameId", l.market, l.side, l.line, l.price, l.original_start as "originalStart",
      l.home_team_id as "homeTeamId", l.away_team_id as "awayTeamId", l.grade, l.result_rev as "resultRev"
    from ungraded u join league on league.id = u.league_id
      join ${tickets} t on t.league_id = ${ofLeague(sql`u.league_id`)} and t.id = u.ticket_id
      join ${legs} l on l.league_id = t.league_id and l.ticket_id = t.id
    order by t.league_id, t.id, l.number
    ${locks.rows}`,
  );
}

/**
 * Locks the tickets and all their legs. Postgres rereads a row after a wait only if the statement locks it. Without the
 * legs' locks a grade written during the wait would be missed. In a final league, only open legs are selected.
 */
const lockRowsToGrade = rowsToGrade({ league: sql`for share`, rows: sql`for no key update of t, l` });
/** The same rows for a preview, which waits for nobody. */
const readRowsToGrade = rowsToGrade({ league: sql``, rows: sql`` });

/**
 * Locks and returns up to `most` tickets of these leagues with legs to grade. Locks the leagues first, then the tickets
 * in the order of league id and ticket id. Source: docs/decisions/lock-order.md. A deleted league has none; of a final
 * league only tickets with open legs are returned.
 */
export async function lockTicketsToGrade(
  tx: Db,
  leagueIds: readonly string[],
  which: LegsToGrade,
  most: number,
): Promise<LockedTicket[]> {
  return ticketsOf(await lockRowsToGrade(tx, leagueIds, valuesOf(which, most)));
}

/** Chosen: more tickets than one league ever has on a game. */
const allTickets = 10_000_000;

/** All tickets of one league that `lockTicketsToGrade` would lock, without locking them. */
export async function readTicketsToGrade(db: Db, leagueId: string, which: LegsToGrade): Promise<LockedTicket[]> {
  return ticketsOf(await readRowsToGrade(db, [leagueId], valuesOf(which, allTickets)));
}

function valuesOf({ gameId, rev, placedOn }: LegsToGrade, most: number) {
  const originalStart = placedOn?.originalStart.toISOString() ?? null;
  const teams = { homeTeamId: placedOn?.homeTeamId ?? null, awayTeamId: placedOn?.awayTeamId ?? null };
  return { gameId, rev, originalStart, ...teams, most };
}

/** The tickets of rows of their legs. */
function ticketsOf(rows: readonly LockedRow[]): LockedTicket[] {
  const byId = new Map<string, LockedTicket>();
  for (const { isLeagueFinal, frozenUntil, showsLegs, leagueId, id, userId, ...fields } of rows) {
    const { stake, ticketGrade, back, round, placedAt, ...row } = fields;
    const ticket = byId.get(id) ?? {
      isLeagueFinal,
      frozenUntil: frozenUntil === null ? null : new Date(frozenUntil),
      showsLegs,
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
    byId.set(id, ticket);
  }
  return [...byId.values()];
}

export type GradedLeg = {
  leagueId: string;
  ticketId: string;
  number: number;
  grade: Grade;
  rule: Rule;
  /**
   * The score that the leg was graded on, and the revision of the result; null for a void without a score or a result.
   */
  score: Score | null;
  resultRev: number | null;
  pullId: string | null;
};

/**
 * A ticket's verdict in a round, and what it moves. Grade and back are null when a correction opens the ticket again.
 */
export type RoundVerdict = {
  leagueId: string;
  id: string;
  userId: string;
  round: number;
  grade: Grade | null;
  back: Cents | null;
  moved: Postings;
};

const clearGames = forLeagues<'leagueIdsOfTickets' | 'ids', never>(
  ({ ofLeague }) => sql`
  update ${tickets} as t set games = null
  from unnest(${arg('leagueIdsOfTickets')}::uuid[], ${arg('ids')}::uuid[]) as graded(league_id, id)
  where t.league_id = ${ofLeague(sql`graded.league_id`)} and t.id = graded.id and t.games is not null`,
);

/** Lists find the phases of these tickets by their legs from now on, no longer by their games (`games` of the table). */
export async function readByLegs(
  tx: Db,
  leagueIds: readonly string[],
  keys: readonly { leagueId: string; id: string }[],
): Promise<void> {
  if (keys.length === 0) return;
  const leagueIdsOfTickets = keys.map(({ leagueId }) => leagueId);
  await clearGames(tx, leagueIds, { leagueIdsOfTickets, ids: keys.map(({ id }) => id) });
}

/** The rows of the argument `graded` or `verdicts`, which are lists in JSON. */
const gradedRows = sql`json_to_recordset(${arg('graded')}::json) as g(
  league_id uuid, ticket_id uuid, number int, grade grade, rule rule, home int, away int, result_rev int, pull_id uuid
)`;
const verdictRows = sql`json_to_recordset(${arg('verdicts')}::json) as v(
  league_id uuid, id uuid, round int, grade grade, back bigint, available bigint, pending bigint
)`;

/**
 * Updates the legs, the tickets that are one round behind, and the balances of their members. Returns these tickets.
 *
 * It inserts nothing. Citus would carry the rows of an insert in a `with` clause to every machine, and commit on all of
 * them in two phases. The inserts are statements of their own that read a table of the league: each runs on its machine.
 */
const updateSettled = forLeagues<'at' | 'graded' | 'verdicts' | 'leagueIdsOfUsers' | 'userIds', { id: string }>(
  ({ ofLeague, isConcerned }) => sql`
  with written as (
    update ${legs} as l
    set grade = g.grade, rule = g.rule, graded_at = ${arg('at')}::timestamptz, result_rev = g.result_rev
    from ${gradedRows}
    where l.league_id = ${ofLeague(sql`g.league_id`)} and l.ticket_id = g.ticket_id and l.number = g.number
  ), settled as (
    update ${tickets} as t
    set grade = v.grade, back_cents = v.back, round = v.round,
      settled_at = case when v.grade is null then null else ${arg('at')}::timestamptz end
    from ${verdictRows}
    where t.league_id = ${ofLeague(sql`v.league_id`)} and t.id = v.id and t.round = v.round - 1
    returning t.league_id, t.id, t.user_id, v.available, v.pending
  ), ${movingFunds({ ofLeague, isConcerned })}
  select id from settled`,
);

const insertReceipts = forLeagues<'at' | 'graded', never>(
  ({ ofLeague }) => sql`
  insert into ${legGrades} (league_id, ticket_id, number, round, grade, rule, home, away, at, result_rev, pull_id)
  select l.league_id, l.ticket_id, l.number,
    1 + (
      select count(*) from ${legGrades} e
      where e.league_id = ${ofLeague(sql`l.league_id`)} and e.ticket_id = l.ticket_id and e.number = l.number
    ),
    g.grade, g.rule, g.home, g.away, ${arg('at')}::timestamptz, g.result_rev, g.pull_id
  from ${gradedRows}
    join ${legs} l on l.league_id = ${ofLeague(sql`g.league_id`)} and l.ticket_id = g.ticket_id and l.number = g.number`,
);

const insertVerdicts = forLeagues<'at' | 'verdicts', never>(
  ({ ofLeague }) => sql`
  insert into ${settlements} (league_id, ticket_id, round, grade, back_cents, at)
  select t.league_id, t.id, t.round, t.grade, t.back_cents, ${arg('at')}::timestamptz
  from ${verdictRows}
    join ${tickets} t on t.league_id = ${ofLeague(sql`v.league_id`)} and t.id = v.id and t.round = v.round`,
);

const insertEntries = forLeagues<'at' | 'entries', never>(({ ofLeague }) =>
  entriesOfVerdicts({ ofLeague, at: arg('at'), entries: arg('entries') }),
);

/**
 * Writes the outcome of settling locked tickets of these leagues, in one message: the grades of legs, with a row in
 * `leg_grades` for each; the verdicts of tickets that are one round behind, with a row in `settlements` for each, also
 * for an opening again; and the ledger entries and balances of these verdicts. Returns the ids of the tickets whose
 * verdict was written. Source: docs/decisions/settling-by-rows.md.
 */
export async function writeSettlement(
  tx: Db,
  leagueIds: readonly string[],
  graded: readonly GradedLeg[],
  verdicts: readonly RoundVerdict[],
  settledAt: Date,
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
  const values = {
    at: settledAt.toISOString(),
    graded: JSON.stringify(grades),
    verdicts: JSON.stringify(rounds),
    entries: JSON.stringify(verdicts.flatMap(entriesOf)),
    leagueIdsOfUsers: [...members.values()].map(({ leagueId }) => leagueId),
    userIds: [...members.values()].map(({ userId }) => userId),
  };
  const sent = inOneSend(() => ({
    updated: updateSettled(tx, leagueIds, values),
    receipts: insertReceipts(tx, leagueIds, values),
    verdicts: insertVerdicts(tx, leagueIds, values),
    entries: insertEntries(tx, leagueIds, values),
  }));
  const updated = await sent.updated;
  await sent.receipts;
  await sent.verdicts;
  await sent.entries;
  return new Set(updated.map((row) => row.id));
}
