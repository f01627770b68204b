import { and, asc, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { OfLeagues } from '../db/of-leagues.ts';
import type { Placeholders } from '../db/prepared.ts';
import { tickets } from '../db/tables/tickets.ts';
import { type Bounds, instantOf, isWithin, type Key, microseconds, preparedOver } from './pages-store.ts';

/** A settled ticket, and when it was settled, in microseconds since 1970. */
export type SettledKey = Key & { at: number };

/** The settled tickets of a league; a void counts as a push. Source: docs/decisions/tickets-and-legs.md. */
export type SettledCount = { leagueId: string; won: number; lost: number; push: number };

/**
 * Settled tickets are visible to every member of their league, so neither statement asks who reads them. An index has
 * all their columns, in the order of the list: tickets_form or tickets_settled_at.
 */
function settledStatements<Name extends string>(names: readonly Name[], isListed: (values: Placeholders<Name>) => SQL) {
  type Values = Placeholders<Name | keyof Bounds | 'grades' | 'most'>;
  const isSettled = (isOf: OfLeagues, values: Placeholders<Name>) =>
    and(isOf(tickets.leagueId), isNotNull(tickets.grade), isListed(values));
  return {
    counts: preparedOver<Name, SettledCount>(names, (db, isOf, values) =>
      db
        .select({
          leagueId: tickets.leagueId,
          won: sql<number>`(count(*) filter (where ${tickets.grade} = 'won'))::int`,
          lost: sql<number>`(count(*) filter (where ${tickets.grade} = 'lost'))::int`,
          push: sql<number>`(count(*) filter (where ${tickets.grade} in ('push', 'void')))::int`,
        })
        .from(tickets)
        .where(isSettled(isOf, values))
        .groupBy(tickets.leagueId),
    ),
    settled: preparedOver<Name | keyof Bounds | 'grades' | 'most', SettledKey>(
      [...names, 'grades', 'afterAt', 'afterId', 'untilAt', 'untilId', 'most'],
      (db, isOf, values: Values) =>
        db
          .select({ leagueId: tickets.leagueId, id: tickets.id, at: microseconds(tickets.settledAt) })
          .from(tickets)
          .where(
            and(
              isSettled(isOf, values as Placeholders<Name>),
              sql`${tickets.grade} = any (${values.grades}::grade[])`,
              isWithin(tickets.settledAt, tickets.id, {
                after: instantOf(values.afterAt),
                afterId: values.afterId,
                until: instantOf(values.untilAt),
                untilId: values.untilId,
              }),
            ),
          )
          .orderBy(desc(tickets.settledAt), asc(tickets.id))
          .limit(values.most),
    ),
  };
}

/** The settled tickets of a user. */
export const settledOfUser = settledStatements(['userId'], ({ userId }) => eq(tickets.userId, userId));

/**
 * The tickets that were settled at `since` or later. A ticket is settled after it was placed, so these are also those
 * placed since.
 */
export const settledSince = settledStatements(['since'], ({ since }) => gte(tickets.settledAt, since));
