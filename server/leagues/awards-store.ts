import { and, asc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { type Award, type EarlierWeek, type Up, weeksBefore } from '#shared/domain/award.ts';
import type { Week } from '#shared/domain/week.ts';
import type { Db } from '../db/connection.ts';
import { readInPages } from '../db/json-pages.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import { awards } from '../db/tables/awards.ts';
import { finalStandings, leagues, leagueWeeks } from '../db/tables/leagues.ts';

/**
 * The conditions on a row of a frozen week's table by which the member's week was up: `upsOf` of shared/domain/award.ts.
 */
const isUp = sql`(r ->> 'net')::bigint > 0 and (r ->> 'bets')::int > 0 and r ->> 'rank' is not null`;

/** The last weeks with a recap before this one, with the members who were up, and those awarded for a run. */
export async function listEarlierWeeks(db: Db, leagueId: string, before: number): Promise<EarlierWeek[]> {
  const { rows } = await db.execute<EarlierWeek>(sql`
    select (
      select coalesce(json_agg(r ->> 'userId'), '[]') from json_array_elements(w.facts -> 'rows') r where ${isUp}
    ) as up, (
      select coalesce(json_agg(a.user_id), '[]') from ${awards} a
      where a.league_id = ${leagueId} and a.week = w.number and a.kind = 'five-weeks'
    ) as awarded
    from ${leagueWeeks} w where w.league_id = ${leagueId} and w.number < ${before}
    order by w.number desc limit ${weeksBefore}`);
  return rows;
}

/** Every week of a member that was up, in all frozen weeks of a league. */
export async function listUps(db: Db, leagueId: string): Promise<Up[]> {
  const number = (name: string) => sql`(r ->> ${name}::text)::bigint`;
  return readInPages<Up>(db, {
    fields: {
      week: sql`w.number`,
      userId: sql`r ->> 'userId'`,
      net: number('net'),
      rank: number('rank'),
      rankBefore: number('rankBefore'),
    },
    from: sql`${leagueWeeks} w cross join lateral json_array_elements(w.facts -> 'rows') r
      where w.league_id = ${leagueId} and ${isUp}`,
    order: sql`w.number, r ->> 'userId'`,
  });
}

/** The number of frozen weeks with a recap. */
export async function countRecaps(db: Db, leagueId: string): Promise<number> {
  return db.$count(leagueWeeks, eq(leagueWeeks.leagueId, leagueId));
}

/** The champions of the frozen standings. */
export async function listChampions(db: Db, leagueId: string): Promise<string[]> {
  const { userId, balance, isEligible } = finalStandings;
  const isEligibleHere = and(eq(finalStandings.leagueId, leagueId), eq(isEligible, true));
  const best = sql`(select max(b.balance_cents) from ${finalStandings} b where b.league_id = ${leagueId} and b.is_eligible)`;
  const rows = await db
    .select({ userId })
    .from(finalStandings)
    .where(and(isEligibleHere, eq(balance, best)))
    .orderBy(asc(userId));
  return rows.map((row) => row.userId);
}

/**
 * Inserts awards. All rows are one JSON parameter, and have the league's id from its own row, for the reasons of
 * `freezeStandings` in standings-store.ts.
 */
export async function insertAwards(tx: Db, leagueId: string, earned: readonly Award[]): Promise<void> {
  if (earned.length === 0) return;
  const rows = earned.map(({ userId, ticketId, ...award }) => ({ user_id: userId, ticket_id: ticketId, ...award }));
  await tx.execute(sql`
    insert into ${awards} (league_id, user_id, kind, week, ticket_id, facts)
    select ${leagues.id}, a.user_id, a.kind::award_kind, a.week, a.ticket_id, a.facts
    from ${leagues}, json_to_recordset(${JSON.stringify(rows)}::json) as a(
      user_id uuid, kind text, week int, ticket_id uuid, facts json
    )
    where ${leagues.id} = ${leagueId}`);
}

/** Leagues with weeks that were frozen before there were awards. */
export async function listLeaguesToAward(db: Db, these: OfLeagues): Promise<string[]> {
  const rows = await db
    .select({ id: leagues.id })
    .from(leagues)
    .where(
      and(
        these(leagues.id),
        isNotNull(leagues.frozenUntil),
        or(isNull(leagues.awardedUntil), ne(leagues.awardedUntil, leagues.frozenUntil)),
      ),
    )
    .orderBy(asc(leagues.id));
  return rows.map(({ id }) => id);
}

/** The first frozen week that ended after `until`; null without one. */
export async function findWeekAfter(db: Db, leagueId: string, until: Date | null): Promise<Week | null> {
  const { number, startsAt, endsAt } = leagueWeeks;
  const [week] = await db
    .select({ number, startsAt, endsAt })
    .from(leagueWeeks)
    .where(and(eq(leagueWeeks.leagueId, leagueId), until ? gt(endsAt, until) : undefined))
    .orderBy(asc(number))
    .limit(1);
  return week ?? null;
}

/** Records that the awards of all weeks until this time are written; null for all that is frozen. */
export async function setAwardedUntil(tx: Db, leagueId: string, until: Date | null): Promise<void> {
  await tx
    .update(leagues)
    .set({ awardedUntil: until ?? sql`${leagues.frozenUntil}` })
    .where(eq(leagues.id, leagueId));
}
