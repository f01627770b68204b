import { and, desc, eq, isNull, lt, ne, sql } from 'drizzle-orm';
import type { InboxPlace } from '#shared/api/notifications.ts';
import type { Notice } from '#shared/domain/notification.ts';
import { presetNow } from '../db/clock.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { memberships } from '../db/tables/leagues.ts';
import { notifications } from '../db/tables/notifications.ts';
import { newId } from '../lib/ids.ts';

/**
 * A notice that is to be written. `subject` says what it is about within its kind, and never changes: a user has one
 * notice of a kind and subject. `version` grows with what it says, such as the number of settled tickets. `at` is when
 * it happened: the time of a notice in the played past of a demo. Any other has the time of its writing, so that all
 * that comes after an inbox was read is newer.
 */
export type NewNotice = Notice & { userId: string; subject: string; version: number; at: Date };

/** A notice as it was written. `isNew`: the user had none of this kind and subject; else its facts have grown. */
export type WrittenNotice = Notice & { id: string; userId: string; subject: string; version: number; isNew: boolean };

/**
 * Inserts notices, and replaces the facts of those that are there with a lower version. Returns the rows that this
 * changed: a notice that is there already, with these facts or later ones, is not written again.
 *
 * Locks the memberships of the users, so that none is written for a league whose deletion has gone through. The rows
 * are written in one order, by which two workers never wait for each other in a circle.
 */
export async function writeNotices(tx: Db, notices: readonly NewNotice[]): Promise<WrittenNotice[]> {
  const isPast = presetNow(tx) !== null;
  const rows = notices.map(({ userId, leagueId, at, ...notice }) => {
    return { id: newId(), user_id: userId, league_id: leagueId, ...notice, at: isPast ? at : null };
  });
  return rows.length === 0 ? [] : insertNotices(tx, { rows: JSON.stringify(rows) });
}

const insertNotices = preparedSql<'rows', WrittenNotice>(sql`
  with incoming as (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as n(
      id uuid, user_id uuid, kind notice_kind, subject text, league_id uuid, facts jsonb, version int,
      at timestamptz
    )
  ), present as (
    select m.user_id, m.league_id from ${memberships} m
    where (m.user_id, m.league_id) in (select i.user_id, i.league_id from incoming i)
    order by m.user_id, m.league_id for key share
  )
  insert into ${notifications} as stored (id, user_id, kind, subject, league_id, facts, version, created_at, news_at)
  select i.id, i.user_id, i.kind, i.subject, i.league_id, i.facts, i.version, coalesce(i.at, now()),
    coalesce(i.at, now())
  from incoming i join present p on p.user_id = i.user_id and p.league_id = i.league_id
  order by i.user_id, i.kind, i.subject
  on conflict (user_id, kind, subject) do update
    set facts = excluded.facts, version = excluded.version, news_at = excluded.news_at, read_at = null
    where stored.version < excluded.version
  returning stored.id, stored.user_id as "userId", stored.kind, stored.subject, stored.league_id as "leagueId",
    stored.facts, stored.version, stored.xmax = 0 as "isNew"`);

/** A notice as it is stored. `at` is in microseconds since 1970. */
export type StoredNotice = Notice & { id: string; at: number; isRead: boolean };

const isOfUser = (userId: string, leagueIds: readonly string[]) =>
  and(eq(notifications.userId, userId), sql`${notifications.leagueId} = any(${sql.param(leagueIds)}::uuid[])`);

const microseconds = sql<number>`(extract(epoch from ${notifications.newsAt}) * 1000000)::float8`;

const isAtOrAfter = ({ at, id }: InboxPlace) =>
  sql`(${notifications.newsAt}, ${notifications.id}) <= ('epoch'::timestamptz + ${at} * interval '1 microsecond', ${id}::uuid)`;

/** A page of a user's notices of these leagues, the latest first: those after the place `before`. */
export async function listStored(
  db: Db,
  userId: string,
  leagueIds: readonly string[],
  before: InboxPlace | null,
  most: number,
): Promise<StoredNotice[]> {
  const isAfter = before && and(isAtOrAfter(before), ne(notifications.id, before.id));
  const rows = await db
    .select({
      id: notifications.id,
      kind: notifications.kind,
      leagueId: notifications.leagueId,
      facts: notifications.facts,
      at: microseconds,
      isRead: sql<boolean>`${notifications.readAt} is not null`,
    })
    .from(notifications)
    .where(and(isOfUser(userId, leagueIds), isAfter ?? undefined))
    .orderBy(desc(notifications.newsAt), desc(notifications.id))
    .limit(most);
  return rows as StoredNotice[];
}

/** The number of a user's unread notices of these leagues. */
export async function countUnread(db: Db, userId: string, leagueIds: readonly string[]): Promise<number> {
  return db.$count(notifications, and(isOfUser(userId, leagueIds), isNull(notifications.readAt)));
}

/** Marks a notice of these leagues as read; false if the user has none with this id. */
export async function markRead(tx: Db, userId: string, leagueIds: readonly string[], id: string): Promise<boolean> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: sql`coalesce(${notifications.readAt}, now())` })
    .where(and(isOfUser(userId, leagueIds), eq(notifications.id, id)))
    .returning({ id: notifications.id });
  return marked.length > 0;
}

/** Marks a user's unread notices of these leagues at `until` and before as read; returns how many these are. */
export async function markAllRead(
  tx: Db,
  userId: string,
  leagueIds: readonly string[],
  until: InboxPlace,
): Promise<number> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(isOfUser(userId, leagueIds), isNull(notifications.readAt), isAtOrAfter(until)))
    .returning({ id: notifications.id });
  return marked.length;
}

/** Chosen: a season's quarter. */
const retention = sql`interval '90 days'`;

/** Deletes notices without news for 90 days. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await db.delete(notifications).where(lt(notifications.newsAt, sql`now() - ${retention}`));
}

/** Deletes the notices of these users. */
export async function deleteNoticesOf(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(notifications).where(sql`${notifications.userId} = any (${sql.param(userIds)}::uuid[])`);
}
