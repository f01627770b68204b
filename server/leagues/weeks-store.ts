import { and, asc, desc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Grade } from '#shared/domain/grade.ts';
import type { Cents } from '#shared/domain/money.ts';
import type { RecapLeg, WeekFacts, WeekMember, WeekRound } from '#shared/domain/recap.ts';
import type { HomeAway } from '#shared/domain/side.ts';
import type { RunningWeek, Week, WeeksOfLeague } from '#shared/domain/week.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { games } from '../db/tables/games.ts';
import { leagues, leagueWeeks, members } from '../db/tables/leagues.ts';
import { ledger } from '../db/tables/ledger.ts';
import { legGrades, settlements } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { users } from '../db/tables/users.ts';
import type { Named } from './store.ts';

export type LeagueWeekRow = typeof leagueWeeks.$inferSelect;

/** From `from` until before `until`; null for the beginning and the end of time. */
export type Span = { from: Date | null; until: Date | null };

/**
 * The time in which a settlement counts in a week. Nothing was frozen before the first week, and all that is settled
 * between the end of a league and its standings belongs to its last.
 */
export function spanOf({ number, startsAt, endsAt, isLast }: RunningWeek): Span {
  return { from: number === 1 ? null : startsAt, until: isLast ? null : endsAt };
}

const startOf = ({ from }: Pick<Span, 'from'>) => sql`${from?.toISOString() ?? '-infinity'}::timestamptz`;
const endOf = ({ until }: Span) => sql`${until?.toISOString() ?? 'infinity'}::timestamptz`;

/**
 * Settlement rounds `s` of a league, each with its ticket `t` and the round before, `p`. `offset 0` makes Postgres look
 * each up by its key: without statistics of the tables it may compare all rounds with all tickets. All tables are
 * compared with the league's id, by which Citus finds the one machine that runs the statement.
 */
const roundsIn = (leagueId: string) => sql`${settlements} s
  cross join lateral (
    select * from ${tickets} t where t.league_id = ${leagueId} and t.id = s.ticket_id offset 0
  ) t
  ${roundBefore(leagueId)}`;

/** The same of these users' tickets: it reads no rounds of others. */
export const roundsOfUsers = (leagueId: string, userIds: readonly string[]) => sql`${tickets} t
  cross join lateral (
    select * from ${settlements} s where s.league_id = ${leagueId} and s.ticket_id = t.id offset 0
  ) s
  ${roundBefore(leagueId)}
  where t.league_id = ${leagueId} and t.user_id = any (${sql.param(userIds)}::uuid[])`;

const roundBefore = (leagueId: string) => sql`left join lateral (
    select * from ${settlements} p
    where p.league_id = ${leagueId} and p.ticket_id = s.ticket_id and p.round = s.round - 1 offset 0
  ) p on true`;

/** The amount by which a round of `roundsIn` moved its member's balance: `netOf` of shared/domain/week.ts. */
export const netOfRound = sql`(coalesce(s.back_cents, t.stake_cents) - coalesce(p.back_cents, t.stake_cents))`;

/**
 * Those of the leagues with a week that is not frozen and began before this time, unless all their weeks are frozen.
 */
export async function listLeaguesToFreeze(db: Db, before: Date, these: OfLeagues): Promise<string[]> {
  const rows = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(
      and(
        these(leagues.id),
        lt(sql`coalesce(${leagues.frozenUntil}, ${leagues.createdAt})`, before.toISOString()),
        sql`(${leagues.finalizedAt} is null or ${leagues.frozenUntil} is null or ${leagues.frozenUntil} <> ${leagues.finalizedAt})`,
      ),
    )
    .orderBy(asc(leagues.id));
  return rows.map(({ id }) => id);
}

/** The dates that decide which week of a league is running; null if the league is deleted. */
export async function findWeeksOfLeague(db: Db, leagueId: string): Promise<WeeksOfLeague | null> {
  const { createdAt, endDate, frozenUntil, finalizedAt } = leagues;
  const [row] = await db
    .select({ createdAt, endDate, frozenUntil, finalizedAt })
    .from(leagues)
    .where(eq(leagues.id, leagueId));
  return row ?? null;
}

/** Every member that the league ever had, in the order of joining, with what is theirs in the span. */
export async function listWeekMembers(db: Db, leagueId: string, span: Span): Promise<WeekMember[]> {
  return readInPages<WeekMember>(db, {
    fields: {
      userId: sql`user_id`,
      ...presenceIn(span),
      balance: sql`sum(balance)`,
      given: sql`sum(given)`,
    },
    // Summed by user instead of joined: Postgres cannot estimate the rows of a sum, and joins two by each pair of rows.
    from: sql`(
      select m.user_id, m.joined_at, m.removed_at, m.available_cents + m.pending_cents as balance, 0 as given
      from ${members} m where m.league_id = ${leagueId}
      union all
      select t.user_id, null, null, -${netOfRound}, 0
      from ${roundsIn(leagueId)} where s.league_id = ${leagueId} and s.at >= ${endOf(span)}
      union all
      select g.user_id, null, null, case when g.at < ${endOf(span)} then 0 else -g.amount_cents end,
        case when g.at < ${endOf(span)} then g.amount_cents else 0 end
      from ${giftsSince(leagueId, span)}
    ) part group by user_id`,
    order: sql`max(joined_at), user_id`,
  });
}

/** Whether a user, whose rows are grouped, was a member at the start of the span, and at its end. */
const presenceIn = (span: Span) => {
  const isMemberAt = (at: SQL) => sql`max(joined_at) < ${at} and coalesce(max(removed_at) >= ${at}, true)`;
  return { wasIn: isMemberAt(startOf(span)), isIn: isMemberAt(endOf(span)) };
};

/** The grants and rescues of a league since the start of the span. */
const giftsSince = (leagueId: string, span: Pick<Span, 'from'>) =>
  sql`${ledger} g where g.league_id = ${leagueId} and g.ticket_id is null and g.at >= ${startOf(span)}`;

/** The last grade that a leg `l` had before the end of the span. */
const gradeAtEnd = (leagueId: string, span: Span) => sql`(
  select g.grade, g.home, g.away from ${legGrades} g
  where g.league_id = ${leagueId} and g.ticket_id = l.ticket_id and g.number = l.number and g.at < ${endOf(span)}
  order by g.round desc limit 1
)`;

/** The settlement rounds of the span. The won legs of decided tickets are counted as they stood at its end. */
export async function listWeekRounds(db: Db, leagueId: string, span: Span): Promise<WeekRound[]> {
  const legsOf = sql`from ${legs} l where l.league_id = ${leagueId} and l.ticket_id = s.ticket_id`;
  return readInPages<WeekRound>(db, {
    fields: {
      userId: sql`t.user_id`,
      ticketId: sql`s.ticket_id`,
      round: sql`s.round`,
      at: sql`extract(epoch from s.at) * 1000`,
      grade: sql`s.grade`,
      stake: sql`t.stake_cents`,
      before: sql`p.back_cents`,
      back: sql`s.back_cents`,
      payout: sql`t.payout_cents`,
      legs: sql`(select count(*) ${legsOf})`,
      legsWon: sql`case when s.grade in ('won', 'lost') then (
        select count(*) ${legsOf} and (select grade from ${gradeAtEnd(leagueId, span)} g) = 'won'
      ) else 0 end`,
    },
    from: sql`${roundsIn(leagueId)} where ${isWithin(leagueId, span)}`,
    order: sql`s.at, s.ticket_id, s.round`,
  });
}

const isWithin = (leagueId: string, span: Span): SQL =>
  sql`s.league_id = ${leagueId} and s.at >= ${startOf(span)} and s.at < ${endOf(span)}`;

/** The number of rows of `listWeekRounds`. Rounds are never changed, so an equal number means the same rows. */
export async function countWeekRounds(db: Db, leagueId: string, span: Span): Promise<number> {
  const { rows } = await db.execute<{ rounds: number }>(
    sql`select count(*)::int as rounds from ${settlements} s where ${isWithin(leagueId, span)}`,
  );
  return rows[0]?.rounds ?? 0;
}

type LegRow = Omit<RecapLeg, 'score' | 'game'> & {
  ticketId: string;
  points: HomeAway<number | null>;
  game: RecapLeg['game'];
  isSwapped: boolean;
};

/** The legs of these tickets as they stood at the end of the span, in the order of their numbers. */
export async function listRecapLegs(
  db: Db,
  leagueId: string,
  span: Span,
  ticketIds: readonly string[],
): Promise<Map<string, RecapLeg[]>> {
  if (ticketIds.length === 0) return new Map();
  const home = sql`json_build_object('abbr', g.home_abbr, 'city', g.home_city, 'name', g.home_name)`;
  const away = sql`json_build_object('abbr', g.away_abbr, 'city', g.away_city, 'name', g.away_name)`;
  const rows = await readInPages<LegRow>(db, {
    fields: {
      ticketId: sql`l.ticket_id`,
      market: sql`l.market`,
      side: sql`l.side`,
      line: sql`l.line`,
      price: sql`l.price`,
      grade: sql`graded.grade`,
      points: sql`json_build_object('home', graded.home, 'away', graded.away)`,
      game: sql`json_build_object('sport', g.sport, 'home', ${home}, 'away', ${away})`,
      isSwapped: sql`l.home_team_id = g.away_team_id`,
    },
    from: sql`${legs} l join ${games} g on g.id = l.game_id
      left join lateral ${gradeAtEnd(leagueId, span)} graded on true
      where l.league_id = ${leagueId} and l.ticket_id = any (${sql.param(ticketIds)}::uuid[])`,
    order: sql`l.ticket_id, l.number`,
  });
  const legsOf = new Map<string, RecapLeg[]>(ticketIds.map((id) => [id, []]));
  for (const { ticketId, points, isSwapped, game, ...leg } of rows) {
    const score = points.home === null || points.away === null ? null : { home: points.home, away: points.away };
    const named = isSwapped ? { ...game, home: game.away, away: game.home } : game;
    legsOf.get(ticketId)?.push({ ...leg, score, game: named });
  }
  return legsOf;
}

export async function insertWeek(tx: Db, week: LeagueWeekRow): Promise<void> {
  await tx.insert(leagueWeeks).values(week);
}

/** Records that all weeks until this time are frozen, and their awards written. */
export async function setFrozenUntil(tx: Db, leagueId: string, frozenUntil: Date): Promise<void> {
  await tx.update(leagues).set({ frozenUntil, awardedUntil: frozenUntil }).where(eq(leagues.id, leagueId));
}

/** Records that all weeks of a final league are frozen, and all awards written. */
export async function setAllFrozen(tx: Db, leagueId: string): Promise<void> {
  const until = sql`${leagues.finalizedAt}`;
  await tx.update(leagues).set({ frozenUntil: until, awardedUntil: until }).where(eq(leagues.id, leagueId));
}

export async function findWeek(db: Db, leagueId: string, number: number): Promise<LeagueWeekRow | null> {
  const [row] = await db
    .select()
    .from(leagueWeeks)
    .where(and(eq(leagueWeeks.leagueId, leagueId), eq(leagueWeeks.number, number)));
  return row ?? null;
}

/** A frozen week without its table and its stories. */
export type WeekLine = Week & Pick<WeekFacts, 'winners' | 'net' | 'bets'>;

/** The frozen weeks, the newest first. */
export async function listFrozenWeeks(db: Db, leagueId: string): Promise<WeekLine[]> {
  const { number, startsAt, endsAt, facts } = leagueWeeks;
  const fact = <T>(name: keyof WeekFacts) => sql<T>`${facts} -> ${name}`;
  return db
    .select({
      number,
      startsAt,
      endsAt,
      winners: fact<string[]>('winners'),
      net: fact<Cents>('net'),
      bets: fact<number>('bets'),
    })
    .from(leagueWeeks)
    .where(eq(leagueWeeks.leagueId, leagueId))
    .orderBy(desc(number));
}

/** A member's name, money and settled tickets since the start of a span. */
export type RunningRow = Named & {
  userId: string;
  wasIn: boolean;
  isPresent: boolean;
  total: Cents;
  /** Of `total`: what the member got without a bet since the start. */
  given: Cents;
  net: Cents;
  /** The tickets that were first settled since the start, and how many of them are won, lost and returned. */
  bets: number;
  wins: number;
  losses: number;
  pushes: number;
  /** The grades of the last five settled tickets, the oldest first. */
  form: Grade[];
};

/** Every member that the league ever had, in the order of joining. All that was settled since `from` counts. */
export async function listRunningRows(db: Db, leagueId: string, { from }: Pick<Span, 'from'>): Promise<RunningRow[]> {
  const span = { from, until: null };
  const isFirst = (isOf: SQL) => sql`(s.round = 1 and ${isOf})::int`;
  return readInPages<RunningRow>(db, {
    fields: {
      userId: sql`user_id`,
      displayName: sql`max(display_name)`,
      firstName: sql`max(first_name)`,
      email: sql`max(email)`,
      wasIn: presenceIn(span).wasIn,
      isPresent: sql`max(removed_at) is null`,
      total: sql`sum(total)`,
      given: sql`sum(given)`,
      net: sql`sum(net)`,
      bets: sql`sum(bets)`,
      wins: sql`sum(wins)`,
      losses: sql`sum(losses)`,
      pushes: sql`sum(pushes)`,
      form: sql`(
        select coalesce(json_agg(f.grade order by f.settled_at, f.id), '[]') from (
          select t.grade, t.settled_at, t.id from ${tickets} t
          where t.league_id = ${leagueId} and t.user_id = part.user_id and t.grade is not null
          order by t.settled_at desc, t.id desc limit 5
        ) f
      )`,
    },
    // Summed for the reason in `listWeekMembers`.
    from: sql`(
      select m.user_id, m.joined_at, m.removed_at, m.display_name, u.first_name, u.email,
        m.available_cents + m.pending_cents as total, 0 as given, 0 as net, 0 as bets, 0 as wins, 0 as losses,
        0 as pushes
      from ${members} m join ${users} u on u.id = m.user_id where m.league_id = ${leagueId}
      union all
      select t.user_id, null, null, null, null, null, 0, 0, ${netOfRound}, ${isFirst(sql`true`)},
        ${isFirst(sql`t.grade = 'won'`)}, ${isFirst(sql`t.grade = 'lost'`)}, ${isFirst(sql`t.grade in ('push', 'void')`)}
      from ${roundsIn(leagueId)} where s.league_id = ${leagueId} and s.at >= ${startOf(span)}
      union all
      select g.user_id, null, null, null, null, null, 0, g.amount_cents, 0, 0, 0, 0, 0 from ${giftsSince(leagueId, span)}
    ) part group by user_id`,
    order: sql`max(joined_at), user_id`,
  });
}

/** The names of all members that the league ever had. */
export async function listNames(db: Db, leagueId: string): Promise<(Named & { userId: string })[]> {
  return readInPages<Named & { userId: string }>(db, {
    fields: {
      userId: sql`m.user_id`,
      displayName: sql`m.display_name`,
      firstName: sql`u.first_name`,
      email: sql`u.email`,
    },
    from: sql`${members} m join ${users} u on u.id = m.user_id where m.league_id = ${leagueId}`,
    order: sql`m.user_id`,
  });
}

/**
 * A correction of a settled ticket: its first settlement, its own time, and what it moved. `games` are those whose
 * result was corrected: at its own time, or earlier, where that opened a parlay which this round settles.
 */
export type CorrectionRow = { userId: string; firstAt: string; at: string; net: Cents; games: string[] };

/**
 * The corrections since a time. Those of tickets that are open again are left out: nobody but their members may know
 * what is on them.
 */
export async function listCorrectionsSince(db: Db, leagueId: string, from: Date): Promise<CorrectionRow[]> {
  return readInPages<CorrectionRow>(db, {
    fields: {
      userId: sql`t.user_id`,
      firstAt: sql`first.at`,
      at: sql`s.at`,
      net: netOfRound,
      games: sql`(
        select coalesce(json_agg(distinct g.away_abbr || ' @ ' || g.home_abbr), '[]')
        from ${legGrades} l join ${legs} on ${legs.leagueId} = ${leagueId} and ${legs.ticketId} = l.ticket_id and ${legs.number} = l.number
        join ${games} g on g.id = ${legs.gameId}
        where l.league_id = ${leagueId} and l.ticket_id = s.ticket_id and l.round > 1 and l.at = (
          select max(c.at) from ${legGrades} c
          where c.league_id = ${leagueId} and c.ticket_id = s.ticket_id and c.round > 1 and c.at <= s.at
        )
      )`,
    },
    from: sql`${roundsIn(leagueId)}
      join ${settlements} first on first.league_id = ${leagueId} and first.ticket_id = s.ticket_id and first.round = 1
      where s.league_id = ${leagueId} and s.round > 1 and s.at >= ${from.toISOString()}::timestamptz
        and t.grade is not null`,
    order: sql`s.at, s.ticket_id, s.round`,
  });
}
