import { and, eq, exists, inArray, lt, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fromFutureMs } from '#shared/domain/from-future.ts';
import { pullDays } from '#shared/domain/limits.ts';
import type { Sport } from '#shared/domain/sport.ts';
import type { Db } from '../db/connection.ts';
import { pulls } from '../db/tables/pulls.ts';
import { results } from '../db/tables/settlement.ts';
import type { Feed } from './feed.ts';

/** A pull of games with scores and quotes, or of odds alone. */
export type PullKind = 'games' | 'odds';

const kind = sql`case p.what when 'odds' then 'odds' else 'games' end`;

export type PullRow = typeof pulls.$inferSelect;

export async function insertPull(db: Db, pull: PullRow): Promise<void> {
  await db.insert(pulls).values(pull);
}

const maxAge = `${pullDays} days`;
const old = alias(pulls, 'old');

/**
 * Deletes pulls that are older than two weeks, except those that confirmed a result: receipts name them.
 * The two weeks are divided by the feed's speed, because a faster feed is polled more often.
 */
export async function deleteOldPulls(db: Db, { name, speed }: Pick<Feed, 'name' | 'speed'>): Promise<void> {
  const isNamed = exists(db.select({ one: sql`1` }).from(results).where(eq(results.pullId, old.id)));
  const isOld = lt(
    old.at,
    sql`now() - ${maxAge}::interval / case when ${old.feed} = ${name} then ${speed}::float8 else 1 end`,
  );
  // On Citus, `results` is on every machine and `pulls` is not: a query may join the two, a delete may not.
  const deleted = db
    .select({ id: old.id })
    .from(old)
    .where(and(isOld, not(isNamed)));
  await db.delete(pulls).where(inArray(pulls.id, deleted));
}

/** The state of one sport's pulls. Before the first pull `failures` is 0 and everything else null. */
export type PullHealth = {
  sport: Sport;
  /** The feed that was pulled last. */
  feed: string | null;
  lastAt: Date | null;
  lastSuccessAt: Date | null;
  /** Since when pulls fail, all of them or those of the slate; null while none fails. */
  failingSince: Date | null;
  /** The message of the last failure; null while none fails. */
  failure: string | null;
  /** Failed polls in a row. */
  failures: number;
  /** Games in the last slate that was answered, and how many of its events were quarantined. */
  seen: number | null;
  quarantined: number | null;
};

type HealthRow = {
  sport: Sport;
  feed: string | null;
  last_at: number | null;
  success_at: number | null;
  failing_since: number | null;
  failure: string | null;
  failures: number;
  seen: number | null;
  quarantined: number | null;
};

/**
 * The state of each sport's pulls, of games or of odds, in the order of the sports. Pulls with a time in the future are
 * left out: the database's clock was set back since, and they would count as the last ones until that time.
 *
 * now  the time by the database's clock.
 */
export async function listPullHealth(db: Db, of: PullKind, now: Date): Promise<PullHealth[]> {
  const whole = of === 'games' ? 'slate' : 'odds';
  const isKnown = sql`p.sport = s.sport and p.at < ${new Date(now.getTime() + fromFutureMs).toISOString()}`;
  const own = sql`${isKnown} and (p.what = 'odds') = ${of === 'odds'}`;
  const ownWhole = sql`${isKnown} and p.what = ${whole}`;
  const { rows } = await db.execute<HealthRow>(sql`
    select s.sport, last.feed, ${epochMs(sql`last.at`)} as last_at, ${epochMs(sql`success.at`)} as success_at,
      ${epochMs(sql`least(failed.since, whole_failed.since)`)} as failing_since, worst.failure,
      coalesce(failed.polls, 0)::int as failures, whole.seen, json_array_length(whole.quarantined) as quarantined
    from unnest(enum_range(null::sport)) as s (sport)
    left join lateral (select p.at, p.feed from ${pulls} p where ${own} order by p.at desc limit 1) last on true
    left join lateral (
      select p.at from ${pulls} p where ${own} and p.failure is null order by p.at desc limit 1) success on true
    left join lateral (
      select p.at, p.seen, p.quarantined from ${pulls} p
      where ${ownWhole} and p.failure is null order by p.at desc limit 1) whole on true
    left join lateral (
      select min(p.at) as since, count(distinct p.at) as polls from ${pulls} p
      where ${own} and p.failure is not null and p.at > coalesce(success.at, '-infinity')) failed on true
    left join lateral (
      select min(p.at) as since from ${pulls} p
      where ${ownWhole} and p.failure is not null and p.at > coalesce(whole.at, '-infinity')) whole_failed on true
    left join lateral (
      select p.failure from ${pulls} p
      where ${own} and p.failure is not null and p.at >= least(failed.since, whole_failed.since)
      order by p.at desc limit 1) worst on true
    order by s.sport`);
  return rows.map((row) => ({
    sport: row.sport,
    feed: row.feed,
    lastAt: instantOrNull(row.last_at),
    lastSuccessAt: instantOrNull(row.success_at),
    failingSince: instantOrNull(row.failing_since),
    failure: row.failure,
    failures: row.failures,
    seen: row.seen,
    quarantined: row.quarantined,
  }));
}

/** How many pulls of each sport and kind have failed since then. */
export async function countFailedPulls(db: Db, since: Date): Promise<{ sport: Sport; of: PullKind; pulls: number }[]> {
  const { rows } = await db.execute<{ sport: Sport; of: PullKind; pulls: number }>(sql`
    select p.sport, ${kind} as of, count(*)::int as pulls from ${pulls} p
    where p.at >= ${since.toISOString()} and p.failure is not null group by 1, 2`);
  return rows;
}

/** An event of the last answers that was not taken. `eventId` is null if it could not be read. */
export type QuarantinedEvent = { sport: Sport; of: PullKind; feed: string; eventId: string | null; reason: string };

/**
 * The events that were quarantined by the last answer about each slate, day or list of odds, each once. Answers from
 * before `since` do not count: a day that is not pulled any more says nothing about now. At most 500.
 */
export async function listQuarantined(db: Db, since: Date): Promise<QuarantinedEvent[]> {
  const { rows } = await db.execute<QuarantinedEvent>(sql`
    select distinct p.sport, ${kind} as of, p.feed, q ->> 'eventId' as "eventId", q ->> 'reason' as reason
    from (
      select distinct on (sport, what) sport, what, feed, quarantined from ${pulls}
      where at >= ${since.toISOString()} and failure is null order by sport, what, at desc
    ) p, json_array_elements(p.quarantined) q
    order by p.sport, of, "eventId", reason limit 500`);
  return rows;
}

/** A reason why something in the answers was quarantined, or an unknown status, and how many pulls had it. */
export type Oddity = { sport: Sport; of: PullKind; eventId: string | null; reason: string; times: number };

/** Events that were quarantined since then, and unknown statuses, the most frequent first; at most 100. */
export async function listOddities(db: Db, since: Date): Promise<Oddity[]> {
  const { rows } = await db.execute<Oddity>(sql`
    select odd.sport, odd.of, odd."eventId", odd.reason, count(*)::int as times
    from (
      select p.sport, ${kind} as of, q ->> 'eventId' as "eventId", q ->> 'reason' as reason
      from ${pulls} p, json_array_elements(p.quarantined) q where p.at >= ${since.toISOString()}
      union all
      select p.sport, ${kind}, null, 'unknown status ' || word
      from ${pulls} p, json_array_elements_text(p.unknown_statuses) word where p.at >= ${since.toISOString()}
    ) odd
    group by odd.sport, odd.of, odd."eventId", odd.reason
    order by times desc, odd.sport, odd.of, odd."eventId", odd.reason
    limit 100`);
  return rows;
}

/** An instant as milliseconds: exact, and without parsing, since raw rows have instants as text. */
function epochMs(instant: ReturnType<typeof sql>) {
  return sql`(extract(epoch from ${instant}) * 1000)::float8`;
}

function instantOrNull(ms: number | null): Date | null {
  return ms === null ? null : new Date(Math.round(ms));
}
