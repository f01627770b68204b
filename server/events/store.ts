import { and, isNull, lt, sql } from 'drizzle-orm';
import { leagueTopic, sportTopic, type Topic } from '#shared/api/events.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { changes, members } from '../db/tables.ts';

/** How long a change can be read of. Ours: a process that has not asked for half of this no longer knows what it missed. */
export const changesRetentionMs = 600_000;

/** Notes, in the transaction that does it, that games or odds of a sport change: all processes will know within a second. */
export function recordSportChange(tx: Db, sport: Sport): Promise<void> {
  return recordChanges(tx, [sportTopic(sport)]);
}

/** The same of leagues: their settings, members, names or settled bets. */
export function recordLeagueChanges(tx: Db, leagueIds: readonly string[]): Promise<void> {
  return recordChanges(tx, leagueIds.map(leagueTopic));
}

async function recordChanges(tx: Db, topics: readonly Topic[]): Promise<void> {
  await insertChanges(tx, { topics });
}

const insertChanges = preparedSql<'topics', never>(
  sql`insert into ${changes} (topic) select unnest(${sql.placeholder('topics')}::text[]) on conflict do nothing`,
);

/** A change as it stands in the books: twice the same transaction and topic is the same change. */
export type Change = { transaction: string; topic: Topic };

/**
 * The changes of transactions from number `since` on, and the number to go on from: that of the oldest transaction that
 * has not ended. What is read again because an older one was still open is for the caller to tell; nothing is missed,
 * in whatever order they commit. `since` null reads only what the next call will read again.
 */
export async function changesSince(db: Db, since: string | null): Promise<{ next: string; changes: Change[] }> {
  const [row] = await readChanges(db, { since });
  if (!row) throw new Error('a snapshot is a row');
  return row;
}

const readChanges = preparedSql<'since', { next: string; changes: Change[] }>(sql`
  select pg_snapshot_xmin(pg_current_snapshot())::text as next, (
    select coalesce(json_agg(json_build_object('transaction', ${changes.transaction}::text, 'topic', ${changes.topic})), '[]')
    from ${changes}
    where ${changes.transaction} >= coalesce(${sql.placeholder('since')}::text::xid8, pg_snapshot_xmin(pg_current_snapshot()))
  ) as changes`);

/** Who of these users is a present member of which of these leagues. */
export async function listMembersAmong(db: Db, leagueIds: readonly string[], userIds: readonly string[]) {
  return db
    .select({ leagueId: members.leagueId, userId: members.userId })
    .from(members)
    .where(
      and(
        sql`${members.leagueId} = any(${sql.param(leagueIds)}::uuid[])`,
        sql`${members.userId} = any(${sql.param(userIds)}::uuid[])`,
        isNull(members.removedAt),
      ),
    );
}

/** Forgets the changes that every process has long read. */
export async function deleteOldChanges(db: Db): Promise<void> {
  await db.delete(changes).where(lt(changes.at, sql`now() - ${changesRetentionMs} * interval '1 millisecond'`));
}
