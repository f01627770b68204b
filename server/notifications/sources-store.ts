import { and, eq, gte, isNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { EasternDay } from '#shared/domain/eastern.ts';
import type { CorrectedTo, NoticeKind } from '#shared/domain/notification.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import { isAmong, isOnly } from '../db/of-leagues.ts';
import { finalStandings, joinCodes, leagues, leagueWeeks, members } from '../db/tables/leagues.ts';
import { leagueLog } from '../db/tables/log.ts';
import { notifications } from '../db/tables/notifications.ts';
import { watermarks } from '../db/tables/processes.ts';
import { joinRequests } from '../db/tables/requests.ts';
import { legGrades, settlements } from '../db/tables/settlement.ts';
import { legs, tickets } from '../db/tables/tickets.ts';

/** A row of a member in a league. */
type Of = { leagueId: string; userId: string };

const after = (at: SQL, since: Date) => sql`${at} >= ${since.toISOString()}::timestamptz`;

/** Leagues whose rows one statement reads: several of one Postgres, or one of a Citus. */
export type LeagueIds = readonly [string, ...string[]];

const isIn = (leagueIds: LeagueIds, column: SQLWrapper): SQL =>
  (leagueIds.length === 1 ? isOnly(leagueIds[0]) : isAmong(sql.param(leagueIds)))(column);

/**
 * The condition on a table whose rows a statement finds by keys of other rows of these leagues. One league is named in
 * each select, for Citus. Several are not: Postgres would sort their list again at each search of an index, which takes
 * longer than all else of the statement.
 */
const isFoundIn = (leagueIds: LeagueIds, column: SQLWrapper): SQL =>
  leagueIds.length === 1 ? isOnly(leagueIds[0])(column) : sql`true`;

/**
 * Settlement rounds `s` of leagues, each with its ticket `t`. `offset 0` makes Postgres find each by its key: without
 * statistics of the tables it may read all tickets of a season for the rounds of a day.
 */
const roundsIn = (leagueIds: LeagueIds) => sql`${settlements} s
  cross join lateral (
    select * from ${tickets} t
    where ${isFoundIn(leagueIds, sql`t.league_id`)} and t.league_id = s.league_id and t.id = s.ticket_id
    offset 0
  ) t`;

/** The betting day of an instant: `bettingDay` of shared/domain/betting-day.ts. */
const dayOf = (at: SQL) => sql`(${at} at time zone 'America/New_York' - interval '6 hours')::date`;

/** The tickets of a member that were first settled on a betting day; `net` is in Cents. */
export type SettledDay = Of & { day: EasternDay; won: number; lost: number; returned: number; net: number; at: number };

/** The days since `since`, which is the begin of one. First rounds never change: equal counts are the same tickets. */
export function listSettledDays(db: Db, leagueIds: LeagueIds, since: Date): Promise<SettledDay[]> {
  return readInPages<SettledDay>(db, {
    fields: {
      leagueId: sql`league_id`,
      userId: sql`user_id`,
      day: sql`day`,
      won: sql`won`,
      lost: sql`lost`,
      returned: sql`returned`,
      net: sql`net`,
      at: sql`at`,
    },
    from: sql`(
      select s.league_id, t.user_id, ${dayOf(sql`s.at`)} as day,
        count(*) filter (where s.grade = 'won') as won, count(*) filter (where s.grade = 'lost') as lost,
        count(*) filter (where s.grade in ('push', 'void')) as returned,
        sum(s.back_cents - t.stake_cents) as net, extract(epoch from max(s.at)) * 1000 as at
      from ${roundsIn(leagueIds)} where ${isIn(leagueIds, sql`s.league_id`)} and s.round = 1 and ${after(sql`s.at`, since)}
      group by s.league_id, t.user_id, day
    ) settled`,
    order: sql`league_id, user_id, day`,
  });
}

/** A later round of a ticket; `games` are those whose result was corrected then. */
export type CorrectedRound = Of & { ticketId: string; at: number; to: CorrectedTo; net: number; games: string[] };

/** The later rounds since a time, in the order in which they were written. */
export function listCorrectedRounds(db: Db, leagueIds: LeagueIds, since: Date): Promise<CorrectedRound[]> {
  return readInPages<CorrectedRound>(db, {
    fields: {
      leagueId: sql`s.league_id`,
      userId: sql`t.user_id`,
      ticketId: sql`s.ticket_id`,
      at: sql`extract(epoch from s.at) * 1000`,
      to: sql`coalesce(s.grade::text, 'open')`,
      net: sql`coalesce(s.back_cents, t.stake_cents) - coalesce(p.back_cents, t.stake_cents)`,
      games: sql`(
        select coalesce(json_agg(distinct l.game_id), '[]') from ${legGrades} g
        join ${legs} l on ${isFoundIn(leagueIds, sql`l.league_id`)} and l.league_id = g.league_id and l.ticket_id = g.ticket_id
          and l.number = g.number
        where ${isFoundIn(leagueIds, sql`g.league_id`)} and g.league_id = s.league_id and g.ticket_id = s.ticket_id and g.round > 1
          and g.at = s.at
      )`,
    },
    from: sql`${roundsIn(leagueIds)}
      cross join lateral (
        select * from ${settlements} p
        where ${isFoundIn(leagueIds, sql`p.league_id`)} and p.league_id = s.league_id and p.ticket_id = s.ticket_id
          and p.round = s.round - 1
        offset 0
      ) p
      where ${isIn(leagueIds, sql`s.league_id`)} and s.round > 1 and ${after(sql`s.at`, since)}`,
    order: sql`s.league_id, t.user_id, s.at, s.ticket_id, s.round`,
  });
}

/** A present member's balance, in Cents. */
export type Total = Of & { total: number };

export function listTotalsOf(db: Db, leagueIds: LeagueIds): Promise<Total[]> {
  return readInPages<Total>(db, {
    fields: {
      leagueId: sql`m.league_id`,
      userId: sql`m.user_id`,
      total: sql`m.available_cents + m.pending_cents`,
    },
    from: sql`${members} m where ${isIn(leagueIds, sql`m.league_id`)} and m.removed_at is null`,
    order: sql`m.league_id, m.user_id`,
  });
}

/** The weeks that were frozen since a time. */
export function listNewWeeks(db: Db, leagueIds: LeagueIds, since: Date) {
  const { leagueId, number, frozenAt } = leagueWeeks;
  return db
    .select({ leagueId, number })
    .from(leagueWeeks)
    .where(and(isIn(leagueIds, leagueId), gte(frozenAt, since)))
    .orderBy(leagueId, number);
}

/** The leagues that became final since a time. */
export async function listNewFinals(
  db: Db,
  leagueIds: LeagueIds,
  since: Date,
): Promise<{ leagueId: string; finalizedAt: Date }[]> {
  const { id, finalizedAt } = leagues;
  return db
    .select({ leagueId: id, finalizedAt: sql<Date>`${finalizedAt}`.mapWith(finalizedAt) })
    .from(leagues)
    .where(and(isIn(leagueIds, id), gte(finalizedAt, since)))
    .orderBy(id);
}

export type FinalRow = { userId: string; rank: number; balance: number; isEligible: boolean };

/** The frozen standings of a league, the best first. */
export function listFinalRows(db: Db, leagueId: string): Promise<FinalRow[]> {
  return readInPages<FinalRow>(db, {
    fields: {
      userId: sql`f.user_id`,
      rank: sql`f.rank`,
      balance: sql`f.balance_cents`,
      isEligible: sql`f.is_eligible`,
    },
    from: sql`${finalStandings} f where f.league_id = ${leagueId}`,
    order: sql`f.rank, f.user_id`,
  });
}

/** The announcements since `since`; `version` counts those of the league. */
export async function listNewAnnouncements(db: Db, leagueIds: LeagueIds, since: Date) {
  const rows = await db
    .select({ leagueId: leagues.id, at: leagues.announcedAt, version: leagues.announcementChanges })
    .from(leagues)
    .where(and(isIn(leagueIds, leagues.id), gte(leagues.announcedAt, since)))
    .orderBy(leagues.id);
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
}

/** The present members of a league, without the author of its announcement, who had joined by a time. */
export function listReadersOf(db: Db, leagueId: string, at: Date): Promise<{ userId: string }[]> {
  const isOf = isOnly(leagueId);
  return readInPages<{ userId: string }>(db, {
    fields: { userId: sql`m.user_id` },
    from: sql`${members} m join ${leagues} l on ${isOf(sql`l.id`)} and l.id = m.league_id
      where ${isOf(sql`m.league_id`)} and m.removed_at is null and m.user_id <> coalesce(l.announced_by_id, l.owner_id)
        and m.joined_at <= ${at.toISOString()}::timestamptz`,
    order: sql`m.user_id`,
  });
}

/** The leagues that claimed a next season since a time. The season itself may not exist. */
export async function listNewSeasons(
  db: Db,
  leagueIds: LeagueIds,
  since: Date,
): Promise<{ leagueId: string; nextId: string; at: Date }[]> {
  const rows = await db
    .select({ leagueId: leagues.id, nextId: leagues.nextId, at: leagues.nextAt })
    .from(leagues)
    .where(and(isIn(leagueIds, leagues.id), gte(leagues.nextAt, since)))
    .orderBy(leagues.id);
  return rows.flatMap(({ leagueId, nextId, at }) => (nextId === null || at === null ? [] : [{ leagueId, nextId, at }]));
}

/** The members of a league, also removed ones. */
export function listAllMembers(db: Db, leagueId: string): Promise<{ userId: string; isRemoved: boolean }[]> {
  return readInPages<{ userId: string; isRemoved: boolean }>(db, {
    fields: { userId: sql`m.user_id`, isRemoved: sql`m.removed_at is not null` },
    from: sql`${members} m where m.league_id = ${leagueId}`,
    order: sql`m.user_id`,
  });
}

/**
 * The present members without the owner who joined since a time, while the league had its present owner. In the order of
 * joining.
 */
export function listJoined(db: Db, leagueIds: LeagueIds, since: Date) {
  const isOf = (column: SQLWrapper) => isIn(leagueIds, column);
  const ownedSince = sql`(
    select max(g.at) from ${leagueLog} g
    where ${isOf(sql`g.league_id`)} and g.league_id = ${leagues.id} and g.act = 'transferred'
  )`;
  return db
    .select({ leagueId: members.leagueId, userId: members.userId, at: members.joinedAt, ownerId: leagues.ownerId })
    .from(members)
    .innerJoin(leagues, and(isIn(leagueIds, leagues.id), eq(leagues.id, members.leagueId)))
    .where(
      and(
        isIn(leagueIds, members.leagueId),
        gte(members.joinedAt, since),
        ne(members.userId, leagues.ownerId),
        isNull(members.removedAt),
        sql`${members.joinedAt} >= coalesce(${ownedSince}, '-infinity')`,
      ),
    )
    .orderBy(members.joinedAt, members.leagueId, members.userId);
}

/** A user who asks to join a league at a time, in milliseconds since 1970, and a member who may answer. */
export type Asked = Of & { at: number; runnerId: string };

/** Those who have asked since a time to be let in and wait, each with every member who may answer them. */
export function listAsked(db: Db, leagueIds: LeagueIds, since: Date): Promise<Asked[]> {
  return readInPages<Asked>(db, {
    fields: {
      leagueId: sql`r.league_id`,
      userId: sql`r.user_id`,
      at: sql`floor(extract(epoch from r.at) * 1000)`,
      runnerId: sql`m.user_id`,
    },
    from: sql`${joinRequests} r
      join ${leagues} l on ${isIn(leagueIds, sql`l.id`)} and l.id = r.league_id
      join ${members} m on ${isIn(leagueIds, sql`m.league_id`)} and m.league_id = r.league_id
        and m.removed_at is null and (m.is_manager or m.user_id = l.owner_id)
      where ${isIn(leagueIds, sql`r.league_id`)} and ${after(sql`r.at`, since)}`,
    order: sql`r.league_id, r.user_id, m.user_id`,
  });
}

/** The versions of the notices of these leagues, kinds and subjects, by `keyOf`. */
export async function listVersions(
  db: Db,
  wanted: readonly { leagueId: string; kind: NoticeKind; subject: string }[],
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  const rows = await readInPages<{ userId: string; kind: NoticeKind; subject: string; version: number }>(db, {
    fields: { userId: sql`n.user_id`, kind: sql`n.kind`, subject: sql`n.subject`, version: sql`n.version` },
    from: sql`json_to_recordset(${JSON.stringify(wanted)}::json) as w("leagueId" uuid, kind notice_kind, subject text)
      cross join lateral (
        select * from ${notifications} n
        where n.league_id = w."leagueId" and n.kind = w.kind and n.subject = w.subject offset 0
      ) n`,
    order: sql`n.user_id, n.kind, n.subject`,
  });
  return new Map(rows.map((row) => [keyOf(row), row.version]));
}

export function keyOf({ userId, kind, subject }: { userId: string; kind: NoticeKind; subject: string }): string {
  return `${userId} ${kind} ${subject}`;
}

/** The ids of all leagues, from the coordinator. */
export async function listAllLeagueIds(db: Db): Promise<string[]> {
  const rows = await db.select({ id: joinCodes.leagueId }).from(joinCodes).orderBy(joinCodes.leagueId);
  return rows.map(({ id }) => id);
}

/** The time before which everything has been noticed; null before the first run. */
export async function findWatermark(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: watermarks.at }).from(watermarks).where(eq(watermarks.name, 'notices'));
  return row?.at ?? null;
}

export async function setWatermark(db: Db, at: Date): Promise<void> {
  await db
    .insert(watermarks)
    .values({ name: 'notices', at })
    .onConflictDoUpdate({ target: watermarks.name, set: { at } });
}
