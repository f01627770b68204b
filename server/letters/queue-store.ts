import { and, eq, sql } from 'drizzle-orm';
import type { MailKind } from '#shared/domain/notice-settings.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { mailAddresses, mails } from '../db/tables/mail.ts';
import { noticeSettings, notifications } from '../db/tables/notifications.ts';

/** A notice that may come by mail, and when. */
export type Mailable = { id: string; userId: string; kind: MailKind; dueAt: Date };

/** Queues those of the notices whose users have switched their kind on and confirmed an address. */
export async function insertMails(tx: Db, notices: readonly Mailable[]): Promise<void> {
  await insert(tx, { rows: JSON.stringify(notices) });
}

const insert = preparedSql<'rows', never>(sql`
  insert into ${mails} (notification_id, user_id, due_at)
  select n.id, n."userId", n."dueAt"
  from json_to_recordset(${sql.placeholder('rows')}::json) as n(id uuid, "userId" uuid, kind text, "dueAt" timestamptz)
  join ${noticeSettings} s on s.user_id = n."userId" and (s.mail ->> n.kind)::boolean
  join ${mailAddresses} a on a.user_id = n."userId" and a.confirmed_at is not null
  order by n.id
  on conflict (notification_id) do nothing`);

/**
 * Whether a letter is due. A time further ahead than any digest was set before somebody set the database's clock back.
 */
const isDue = sql`(${mails.dueAt} <= now() or ${mails.dueAt} > now() + interval '9 days')`;

/** Up to `most` users with notices that are due by mail, those who have waited longest first. */
export async function listDueUsers(db: Db, most: number): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from ${mails} where ${isDue} group by user_id order by min(due_at), user_id
    limit ${most}`);
  return rows.map(({ userId }) => userId);
}

export type DueMail = { id: string; kind: MailKind; leagueId: string };

/**
 * The notices of a user that are due by mail, locked until the transaction ends. Those that are being deleted with their
 * league are left out: a wait for them could be in a circle.
 */
export async function lockDueMails(tx: Db, userId: string): Promise<DueMail[]> {
  const rows = await tx
    .select({ id: mails.notificationId, kind: notifications.kind, leagueId: notifications.leagueId })
    .from(mails)
    .innerJoin(notifications, eq(notifications.id, mails.notificationId))
    .where(and(eq(mails.userId, userId), isDue))
    .orderBy(mails.notificationId)
    .for('update', { of: mails, skipLocked: true });
  return rows as DueMail[];
}

/** Sets the time of these notices' letter; null if they are in one, or not wanted any more. */
export async function setDue(tx: Db, due: readonly Pick<DueMail, 'id'>[], dueAt: Date | null): Promise<void> {
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .update(mails)
    .set({ dueAt })
    .where(sql`${mails.notificationId} = any (${sql.param(ids)}::uuid[])`);
}
