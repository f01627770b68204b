import { and, desc, eq, gt, lt, ne, sql } from 'drizzle-orm';
import type { SessionData } from 'express-session';
import type pg from 'pg';
import type { Db } from '../db/connection.ts';
import { sessions } from '../db/tables/users.ts';

/**
 * A session ends when its user is deleted. The query that reads the session checks this too, so that the user needs no
 * query of its own.
 */
const hasUser = "exists (select from users where users.id = (sess #>> '{passport,user}')::uuid and deleted_at is null)";

/** The session with this id; null if there is none, if it was idle for too long, or if its user is deleted. */
export async function findSession(pool: pg.Pool, sid: string): Promise<SessionData | null> {
  const { rows } = await pool.query<{ sess: SessionData }>(
    `select sess from sessions where sid = $1 and expire > now() and ${hasUser}`,
    [sid],
  );
  return rows[0]?.sess ?? null;
}

/** Replaces the data of a session. Does nothing if the session has ended. */
export async function rewriteSession(pool: pg.Pool, sid: string, data: SessionData): Promise<void> {
  await pool.query('update sessions set sess = $2 where sid = $1', [sid, data]);
}

/** Sets the time at which a session ends if it stays idle. Does nothing if the session has ended. */
export async function extendSession(pool: pg.Pool, sid: string, until: Date): Promise<void> {
  await pool.query('update sessions set expire = $2 where sid = $1', [sid, until]);
}

/** The ids of those sessions among `ids` that have not ended at `now` and were created after `createdAfter`. */
export async function listActiveSessions(
  pool: pg.Pool,
  ids: readonly string[],
  now: Date,
  createdAfter: Date,
): Promise<Set<string>> {
  const { rows } = await pool.query<{ sid: string }>(
    `select sid from sessions
    where sid = any($1) and expire > $2 and (sess ->> 'createdAt')::bigint > $3 and ${hasUser}`,
    [ids, now, createdAfter.getTime()],
  );
  return new Set(rows.map(({ sid }) => sid));
}

/**
 * Locks a session until the transaction ends, so that nobody ends it meanwhile. Returns false if it has ended.
 */
export async function lockSession(tx: Db, sid: string): Promise<boolean> {
  const found = await tx.select({ sid: sessions.sid }).from(sessions).where(eq(sessions.sid, sid)).for('share');
  return found.length > 0;
}

/** Ends a session within a transaction. Returns false if it has ended already. */
export async function deleteSession(tx: Db, sid: string): Promise<boolean> {
  const deleted = await tx.delete(sessions).where(eq(sessions.sid, sid)).returning({ sid: sessions.sid });
  return deleted.length > 0;
}

/** A session of a user. `label` and `browser` are null for one that began before they were stored. */
export type UserSession = {
  sid: string;
  createdAt: Date;
  expire: Date;
  label: string | null;
  /** The id in the browser's device cookie. */
  browser: string | null;
};

/** The sessions of a user that have not ended at `now` and were created after `createdAfter`, the last seen first. */
export async function listSessionsOf(db: Db, userId: string, now: Date, createdAfter: Date): Promise<UserSession[]> {
  const field = (name: string) => sql`${sessions.sess} ->> ${name}`;
  const rows = await db
    .select({
      sid: sessions.sid,
      createdAt: sql<number>`(${field('createdAt')})::float8`,
      expire: sessions.expire,
      label: sql<string | null>`${field('label')}`,
      browser: sql<string | null>`${field('browser')}`,
    })
    .from(sessions)
    .where(
      and(
        isOf(userId),
        gt(sessions.expire, now),
        sql`(${field('createdAt')})::bigint > ${createdAfter.getTime()}::bigint`,
      ),
    )
    .orderBy(desc(sessions.expire), sessions.sid);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

const ownerOf = sql`${sessions.sess} #>> '{passport,user}'`;
const isOf = (userId: string) => eq(ownerOf, userId);

/** Signs the user out everywhere but in this session. */
export async function deleteOtherSessions(tx: Db, userId: string, sid: string): Promise<void> {
  await tx.delete(sessions).where(and(isOf(userId), ne(sessions.sid, sid)));
}

/** Signs the users out everywhere. */
export async function deleteSessions(tx: Db, userIds: readonly string[]): Promise<void> {
  await tx.delete(sessions).where(sql`${ownerOf} = any (${sql.param(userIds)}::text[])`);
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, sql`now()`));
}
