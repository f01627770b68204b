import { and, eq, sql } from 'drizzle-orm';
import type { Notice } from '#shared/domain/notification.ts';
import type { PushFailure } from '#shared/domain/push-failure.ts';
import type { Db } from '../db/connection.ts';
import { preparedSql } from '../db/prepared.ts';
import { notifications } from '../db/tables/notifications.ts';
import { pushDevices, pushes } from '../db/tables/push.ts';

/** Longer than any try may take, so that another worker claims a push only after its worker has died. */
const leaseSeconds = 120;
/**
 * Longer than quiet hours and any retry delay. A push due later than this was postponed before somebody set the
 * database's clock back, so it is due now.
 */
const latestDueHours = 26;

/**
 * Queues these notices for every device of their users, in the transaction that writes them. One that was queued before
 * is due again: it has news.
 */
export async function queuePushes(tx: Db, written: readonly { id: string }[]): Promise<void> {
  await insertPushes(tx, { ids: written.map(({ id }) => id) });
}

const insertPushes = preparedSql<'ids', never>(sql`
  insert into ${pushes} (notification_id, device_id)
  select n.id, d.id from ${notifications} n join ${pushDevices} d on d.user_id = n.user_id
  where n.id = any(${sql.placeholder('ids')}::uuid[]) order by n.id, d.id
  on conflict (notification_id, device_id) do update set due_at = now(), attempts = 0`);

/** A push that this worker has claimed, with its notice and its device as they are now. */
export type DuePush = {
  notificationId: string;
  deviceId: string;
  /** How many tries there were, this one included. */
  attempts: number;
  /** The end of the claim: who changes the row names it, so that news that came meanwhile stays queued. */
  lease: string;
  /** Whether a push service took an earlier version of the notice within the last hour. */
  isRecent: boolean;
  notice: Notice;
  subject: string;
  version: number;
  isRead: boolean;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/**
 * Claims up to `most` of the pushes that have been due longest, and counts a try of each. No other worker gets them for
 * `leaseSeconds`. Skips endpoints of these origins. The push of the oldest notice comes first.
 */
export async function claimDue(db: Db, most: number, withoutOrigins: readonly string[]): Promise<DuePush[]> {
  const rows = await claim(db, { most, withoutOrigins, latestDueHours, leaseSeconds });
  return rows
    .map(({ kind, leagueId, facts, ...push }) => ({ ...push, notice: { kind, leagueId, facts } as Notice }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

const keyOf = ({ notificationId, deviceId }: DuePush) => `${notificationId} ${deviceId}`;

type ClaimedRow = Omit<DuePush, 'notice'> & { kind: string; leagueId: string; facts: unknown };

const claim = preparedSql<'most' | 'withoutOrigins' | 'latestDueHours' | 'leaseSeconds', ClaimedRow>(sql`
  with due as (
    select p.notification_id, p.device_id from ${pushes} p join ${pushDevices} d on d.id = p.device_id
    where (p.due_at <= now() or p.due_at > now() + make_interval(hours => ${sql.placeholder('latestDueHours')}::int))
      and substring(d.endpoint from '^[a-z]+://[^/]+') <> all(${sql.placeholder('withoutOrigins')}::text[])
    order by p.due_at, p.notification_id, p.device_id limit ${sql.placeholder('most')} for update of p skip locked
  )
  update ${pushes} p
  set attempts = p.attempts + 1, due_at = now() + make_interval(secs => ${sql.placeholder('leaseSeconds')}::int)
  from due, ${pushDevices} d, ${notifications} n
  where p.notification_id = due.notification_id and p.device_id = due.device_id
    and d.id = p.device_id and n.id = p.notification_id
  returning p.notification_id as "notificationId", p.device_id as "deviceId", p.attempts, p.due_at::text as lease,
    coalesce(p.sent_at > now() - interval '1 hour', false) as "isRecent",
    n.kind, n.league_id as "leagueId", n.facts, n.subject, n.version, n.read_at is not null as "isRead",
    n.user_id as "userId", d.endpoint, d.p256dh, d.auth`);

type Claim = Pick<DuePush, 'notificationId' | 'deviceId' | 'lease'>;

const isClaim = ({ notificationId, deviceId, lease }: Claim) =>
  and(
    eq(pushes.notificationId, notificationId),
    eq(pushes.deviceId, deviceId),
    sql`${pushes.dueAt} = ${lease}::timestamptz`,
  );

/** Records that a push service took a push. */
export async function markSent(db: Db, claim: Claim): Promise<void> {
  await db.update(pushDevices).set({ lastUsedAt: sql`now()` }).where(eq(pushDevices.id, claim.deviceId));
  await db.update(pushes).set({ dueAt: null, sentAt: sql`now()`, failure: null, failedAt: null }).where(isClaim(claim));
}

/** Drops a push that is not wanted any more. */
export async function drop(db: Db, claim: Claim): Promise<void> {
  await db.update(pushes).set({ dueAt: null, failure: null, failedAt: null }).where(isClaim(claim));
}

/** Records a failed try. The next one is after `waitSeconds`; null gives the push up. */
export async function markFailed(
  db: Db,
  claim: Claim,
  failure: PushFailure,
  waitSeconds: number | null,
): Promise<void> {
  const dueAt = waitSeconds === null ? null : sql`now() + make_interval(secs => ${waitSeconds})`;
  await db.update(pushes).set({ failure, failedAt: sql`now()`, dueAt }).where(isClaim(claim));
}

/** The pushes of one service that failed for one reason. */
export type FailedPushes = { service: string; failure: PushFailure; givenUp: number; waiting: number };

/** Counts the pushes that failed within a day, the last `most` of them, by the host of their service and the reason. */
export async function countFailedPushes(db: Db, most: number): Promise<FailedPushes[]> {
  const { rows } = await db.execute<FailedPushes>(sql`
    select p.service, p.failure,
      (count(*) filter (where p.due_at is null))::int as "givenUp",
      (count(*) filter (where p.due_at is not null))::int as waiting
    from (
      select failure, due_at, (
        select substring(d.endpoint from '^[a-z]+://([^/:]+)') from ${pushDevices} d where d.id = device_id
      ) as service
      from ${pushes} where failure is not null and failed_at > now() - interval '1 day'
      order by failed_at desc limit ${most}
    ) p
    group by 1, 2 order by count(*) desc, 1, 2`);
  return rows;
}

/** Sets the time of the next try, and does not count this one: nothing was sent. */
export async function putOff(db: Db, claim: Claim, until: Date): Promise<void> {
  await db
    .update(pushes)
    .set({ dueAt: until, attempts: sql`${pushes.attempts} - 1` })
    .where(isClaim(claim));
}
