import { and, isNull, lt, sql } from 'drizzle-orm';
import {
  type Departure,
  departureTopic,
  leagueTopic,
  noticesTopic,
  requestsTopic,
  sportTopic,
  type Topic,
  ticketTopic,
  userTopic,
} from '#shared/api/events.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { members } from '../db/tables/leagues.ts';
import { changes } from '../db/tables/processes.ts';
import { batchesOf } from '../lib/batches.ts';

/**
 * Chosen: how long a change is stored. A process that has not polled for half of this time assumes that it missed some.
 */
export const changesRetentionMs = 600_000;

/** Records in the changing transaction that games or odds of a sport changed. All processes notice within a second. */
export function recordSportChange(tx: Db, sport: Sport): Promise<void> {
  return recordChanges(tx, [sportTopic(sport)]);
}

/** The same for leagues: their settings, members, names or standings. */
export function recordLeagueChanges(tx: Db, leagueIds: readonly string[]): Promise<void> {
  return recordChanges(tx, leagueIds.map(leagueTopic));
}

/** The same for what was settled: of these leagues, and of what is these users' own. */
export function recordSettlementChanges(
  tx: Db,
  { leagueIds, userIds }: { leagueIds: readonly string[]; userIds: readonly string[] },
): Promise<void> {
  return recordChanges(tx, [...leagueIds.map(leagueTopic), ...userIds.map(userTopic)]);
}

/** The same for the remarks on a ticket that every member of its league may see. */
export function recordTicketChange(tx: Db, leagueId: string, ticketId: string): Promise<void> {
  return recordChanges(tx, [ticketTopic(leagueId, ticketId)]);
}

/** The same for what is a user's own: a bet placed, a league created. Nobody else is notified. */
export function recordUserChange(tx: Db, userId: string): Promise<void> {
  return recordChanges(tx, [userTopic(userId)]);
}

/** The same for the requests to join a league: of the users who run it alone. */
export function recordRequestChanges(tx: Db, leagueId: string, userIds: readonly string[]): Promise<void> {
  return recordChanges(
    tx,
    userIds.map((userId) => requestsTopic(userId, leagueId)),
  );
}

/** The same for the inboxes of users. */
export function recordNoticeChanges(tx: Db, userIds: readonly string[]): Promise<void> {
  return recordChanges(tx, userIds.map(noticesTopic));
}

/** The same for users who lost a league. A league's own topic would not reach them: they are no members any more. */
export function recordDepartures(tx: Db, leagueId: string, how: Departure, userIds: readonly string[]): Promise<void> {
  return recordChanges(
    tx,
    userIds.map((userId) => departureTopic(userId, how, leagueId)),
  );
}

async function recordChanges(tx: Db, topics: readonly Topic[]): Promise<void> {
  await insertChanges(tx, { topics });
}

const insertChanges = preparedSql<'topics', never>(
  sql`insert into ${changes} (topic) select unnest(${sql.placeholder('topics')}::text[]) on conflict do nothing`,
);

/** A row of `changes`, identified by transaction and topic. */
type Change = { transaction: string; topic: Topic };

/**
 * Reads the changes of transactions from id `since` on. `next` is the `since` of the next call: the id of the oldest
 * open transaction. So no change is missed, in whatever order transactions commit. Changes at or after `next` are
 * returned again by the next call; the caller skips those that it has reported. `since` null starts at the oldest open
 * transaction. `startedAt` is the start of the database server, as text.
 */
export async function changesSince(db: Db, since: string | null): Promise<ChangesRead> {
  const oldestOpen = sql`pg_snapshot_xmin(pg_current_snapshot())`;
  // A literal, so that plan-cache.ts does not name the statement: a plan from when the table was empty reads all of it
  // also once it has a hundred thousand rows. The second condition is always true; without it Postgres expects a third
  // of the rows, and reads all of them, until the table has statistics.
  const from = since === null ? oldestOpen : sql`${since}::xid8`.inlineParams();
  const { rows } = await db.execute<ChangesRead>(sql`
    select ${oldestOpen}::text as next, pg_postmaster_start_time()::text as "startedAt", (
      select coalesce(
        json_agg(
          json_build_object('transaction', ${changes.transaction}::text, 'topic', ${changes.topic})
          order by ${changes.transaction}, ${changes.topic}
        ), '[]')
      from ${changes}
      where ${changes.transaction} >= ${from} and ${changes.transaction} < pg_snapshot_xmax(pg_current_snapshot())
    ) as changes`);
  const [row] = rows;
  if (!row) throw new Error('the snapshot query returned no row');
  return row;
}

type ChangesRead = { next: string; startedAt: string; changes: Change[] };

/**
 * Leagues of one statement at most. Chosen: a Citus needs 50 µs for each (measured on 28 November 2026), so half a second
 * of the five after which a statement is canceled.
 */
const leaguesAtOnce = 10_000;

/** The memberships of these users in these leagues; members who have left are excluded. */
export async function listMembersAmong(db: Db, leagueIds: readonly string[], userIds: readonly string[]) {
  const found: { leagueId: string; userId: string }[] = [];
  for (const batch of batchesOf(leagueIds, leaguesAtOnce)) {
    const rows = await db
      .select({ leagueId: members.leagueId, userId: members.userId })
      .from(members)
      .where(
        and(
          sql`${members.leagueId} = any(${sql.param(batch)}::uuid[])`,
          sql`${members.userId} = any(${sql.param(userIds)}::uuid[])`,
          isNull(members.removedAt),
        ),
      );
    found.push(...rows);
  }
  return found;
}

/** Deletes the changes that are older than `changesRetentionMs`. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db.delete(changes).where(lt(changes.at, sql`now() - ${changesRetentionMs} * interval '1 millisecond'`));
}
