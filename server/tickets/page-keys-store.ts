import { and, asc, count, desc, eq, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Grade } from '#shared/domain/grade.ts';
import type { OfLeagues } from '../db/of-leagues.ts';
import type { Placeholders } from '../db/prepared.ts';
import { games, leagues, legs, tickets } from '../db/tables.ts';
import { type Key, microseconds, preparedOver, type Reads } from './pages-store.ts';
import { type Id, isShownOfOpen, partlyVisibleTo } from './visible.ts';

/** A settled ticket, and when it was settled, in microseconds since 1970. */
type SettledKey = Key & { at: number };

/**
 * An open ticket, and when it was placed, in microseconds since 1970. Of the legs that the viewer sees:
 *
 * isLive         one has begun, and one is not over.
 * hasUnstarted   one has not begun.
 */
export type OpenKey = Key & { at: number; isLive: boolean; hasUnstarted: boolean };

export type SettledCount = { leagueId: string; grade: Grade; tickets: number };

/** The bounds of a page of settled tickets: after the first ticket, up to the last one. Instants in microseconds. */
type Bounds = { afterAt: number; afterId: string; untilAt: number; untilId: string; most: number };

/** The tickets of which a list has pages. */
export type TicketList = {
  /** All open tickets of the list, in any order. */
  open(): Promise<OpenKey[]>;
  /** How many settled tickets the list has. */
  counts(): Promise<SettledCount[]>;
  /** Settled tickets of these grades and leagues, the latest first. */
  settled(leagueIds: readonly string[], grades: readonly Grade[], bounds: Bounds): Promise<SettledKey[]>;
};

/** The user's own tickets in these leagues, also in those that the user was removed from. */
export function ownTicketList(reads: Reads, leagueIds: readonly string[], userId: string): TicketList {
  return {
    open: async () => (await ownOpen(reads, leagueIds, { userId })).map(openKey),
    counts: () => ofUser.counts(reads, leagueIds, { userId }),
    settled: (some, grades, bounds) => ofUser.settled(reads, some, { userId, grades, ...bounds }),
  };
}

type Viewed = { leagueId: string; userId: string };

/** One user's tickets in the viewer's league, of which the viewer may see a leg. */
export function memberTicketList(reads: Reads, viewer: Viewed, userId: string): TicketList {
  const [leagueIds, viewerId] = [[viewer.leagueId], viewer.userId];
  return {
    open: async () => (await memberOpen(reads, leagueIds, { userId, viewerId })).map(openKey),
    counts: () => ofUser.counts(reads, leagueIds, { userId }),
    settled: (some, grades, bounds) => ofUser.settled(reads, some, { userId, grades, ...bounds }),
  };
}

/** The tickets of the viewer's league that are open or were settled at `since` or later, and of which they see a leg. */
export function recentTicketList(reads: Reads, viewer: Viewed, since: Date): TicketList {
  const [leagueIds, viewerId] = [[viewer.leagueId], viewer.userId];
  return {
    open: async () => (await leagueOpen(reads, leagueIds, { viewerId })).map(openKey),
    counts: () => sinceThen.counts(reads, leagueIds, { since }),
    settled: (some, grades, bounds) => sinceThen.settled(reads, some, { since, grades, ...bounds }),
  };
}

/** The names of leagues. */
export const listLeagueNames = preparedOver([], (db, isOf) =>
  db.select({ id: leagues.id, name: leagues.name }).from(leagues).where(isOf(leagues.id)),
);

/**
 * Settled tickets are visible to every member of their league, so neither statement asks who reads them. An index has
 * all their columns: tickets_form or tickets_settled_at.
 */
function settledStatements<Name extends string>(names: readonly Name[], isListed: (values: Placeholders<Name>) => SQL) {
  type Values = Placeholders<Name | keyof Bounds | 'grades'>;
  const isSettled = (isOf: OfLeagues, values: Placeholders<Name>) =>
    and(isOf(tickets.leagueId), isNotNull(tickets.grade), isListed(values));
  return {
    counts: preparedOver<Name, SettledCount>(names, (db, isOf, values) =>
      db
        .select({ leagueId: tickets.leagueId, grade: sql<Grade>`${tickets.grade}`, tickets: count() })
        .from(tickets)
        .where(isSettled(isOf, values))
        .groupBy(tickets.leagueId, tickets.grade),
    ),
    settled: preparedOver<Name | keyof Bounds | 'grades', SettledKey>(
      [...names, 'grades', 'afterAt', 'afterId', 'untilAt', 'untilId', 'most'],
      (db, isOf, values: Values) => {
        const [after, until] = [instantOf(values.afterAt), instantOf(values.untilAt)];
        return db
          .select({ leagueId: tickets.leagueId, id: tickets.id, at: microseconds(tickets.settledAt) })
          .from(tickets)
          .where(
            and(
              isSettled(isOf, values as Placeholders<Name>),
              sql`${tickets.grade} = any (${values.grades}::grade[])`,
              sql`${tickets.settledAt} <= ${after} and (${tickets.settledAt} < ${after} or ${tickets.id} > ${values.afterId})`,
              sql`${tickets.settledAt} >= ${until} and (${tickets.settledAt} > ${until} or ${tickets.id} <= ${values.untilId})`,
            ),
          )
          .orderBy(desc(tickets.settledAt), asc(tickets.id))
          .limit(values.most);
      },
    ),
  };
}

/** An instant from microseconds since 1970. */
function instantOf(value: unknown): SQL {
  return sql`(timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond')`;
}

const ofUser = settledStatements(['userId'], ({ userId }) => eq(tickets.userId, userId));
/** A ticket is settled after it was placed, so these are also those placed at `since` or later. */
const sinceThen = settledStatements(['since'], ({ since }) => gte(tickets.settledAt, since));

type OpenRow = Key & { at: number; states: readonly [isLive: boolean, hasUnstarted: boolean] };

function openKey({ states: [isLive, hasUnstarted], ...key }: OpenRow): OpenKey {
  return { ...key, isLive, hasUnstarted };
}

function openStatement<Name extends 'userId' | 'viewerId'>(
  names: readonly Name[],
  viewer: Name,
  isListed: (values: Placeholders<Name>, isOf: OfLeagues) => SQL | undefined,
) {
  return preparedOver<Name, OpenRow>(names, (db, isOf, values) =>
    db
      .select(openColumns(values[viewer], isOf))
      .from(tickets)
      .innerJoin(leagues, and(isOf(leagues.id), eq(leagues.id, tickets.leagueId)))
      .where(and(isOf(tickets.leagueId), isNull(tickets.grade), isListed(values, isOf))),
  );
}

const ownOpen = openStatement(['userId'], 'userId', ({ userId }) => eq(tickets.userId, userId));

const memberOpen = openStatement(['userId', 'viewerId'], 'viewerId', ({ userId, viewerId }, isOf) =>
  and(eq(tickets.userId, userId), partlyVisibleTo(viewerId, isOf)),
);

const leagueOpen = openStatement(['viewerId'], 'viewerId', ({ viewerId }, isOf) => partlyVisibleTo(viewerId, isOf));

function openColumns(viewerId: Id, isOf: OfLeagues) {
  return {
    leagueId: tickets.leagueId,
    id: tickets.id,
    at: microseconds(tickets.placedAt),
    states: sql<OpenRow['states']>`(
      select array[bool_or(${hasBegun}) and bool_or(not ${isOver}), bool_or(not ${hasBegun})]
      from ${legs} join ${games} on ${games.id} = ${legs.gameId}
      where ${isOf(legs.leagueId)} and ${legs.leagueId} = ${tickets.leagueId} and ${legs.ticketId} = ${tickets.id}
        and ${isShownOfOpen(viewerId)}
    )`,
  };
}

/** The phases of a leg as `betPhase` of shared/domain/phase.ts has them. */
const isOver = sql`(${legs.grade} is not null or ${games.status} = 'final')`;
const hasBegun = sql`(${isOver} or ${games.status} in ('live', 'suspended'))`;
