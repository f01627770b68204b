import { type Placeholder, type SQL, type SQLWrapper, Subquery, sql } from 'drizzle-orm';
import type { Database, Db } from '../db/connection.ts';
import { isAmong, isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { type Placeholders, prepared, type Query } from '../db/prepared.ts';
import { tickets } from '../db/tables/tickets.ts';

/** A ticket's key. */
export type Key = { leagueId: string; id: string };

/** The key of a ticket, and when it was placed, in microseconds since 1970. */
type DatedKey = Key & { placedAt: number };

/** The connections of a process, and what it knows of the machines behind them. */
export type Reads = Pick<Database, 'db' | 'machines'>;

/** An instant in microseconds since 1970, in which a number is exact. */
export function microseconds(instant: SQLWrapper): SQL<number> {
  return sql<number>`(extract(epoch from ${instant}) * 1000000)::float8`;
}

/** An instant from microseconds since 1970. */
export function instantOf(value: unknown): SQL {
  return sql`(timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond')`;
}

/** The bounds of a page: after the first ticket, up to the last one. Instants in microseconds since 1970. */
export type Bounds = { afterAt: number; afterId: string; untilAt: number; untilId: string };

/** Whether a ticket is within the bounds of a page of tickets that come the latest first, then the lower id. */
export function isWithin(
  at: SQLWrapper,
  id: SQLWrapper,
  { after, afterId, until, untilId }: { after: SQL; afterId: unknown; until: SQL; untilId: unknown },
): SQL {
  return sql`${at} <= ${after} and (${at} < ${after} or ${id} > ${afterId})
    and ${at} >= ${until} and (${at} > ${until} or ${id} <= ${untilId})`;
}

/** The columns of a `DatedKey`. */
export const datedKey = { leagueId: tickets.leagueId, id: tickets.id, placedAt: microseconds(tickets.placedAt) };

/**
 * A prepared query for tickets in several leagues. It is one statement; while a machine is lost it is one for each
 * league, because Citus fails at some about several leagues while a machine is disabled, and the rows are then sorted
 * by league alone.
 */
export function preparedOver<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, isOf: OfLeagues, placeholders: Placeholders<Name>) => Query<Row[]>,
): (reads: Reads, leagueIds: readonly string[], values: Record<Name, unknown>) => Promise<Row[]> {
  const ofAll = prepared(['leagueIds', ...names], (db, { leagueIds, ...more }: Placeholders<'leagueIds' | Name>) =>
    build(db, isAmong(leagueIds), more as Placeholders<Name>),
  );
  const ofOne = prepared(['leagueId', ...names], (db, { leagueId, ...more }: Placeholders<'leagueId' | Name>) =>
    build(db, isOnly(leagueId), more as Placeholders<Name>),
  );
  return async ({ db, machines }, leagueIds, values) => {
    if (leagueIds.length > 1 && machines.isWhole) return ofAll(db, { leagueIds, ...values });
    const rows: Row[] = [];
    for (const leagueId of leagueIds) rows.push(...(await ofOne(db, { leagueId, ...values })));
    return rows;
  };
}

/** `preparedOver` for the keys of tickets, newest first. */
export function preparedKeys<Name extends string>(
  names: readonly Name[],
  build: (db: Db, isOf: OfLeagues, placeholders: Placeholders<Name>) => Query<DatedKey[]>,
): (reads: Reads, leagueIds: readonly string[], values: Record<Name, unknown>) => Promise<Key[]> {
  const read = preparedOver(names, build);
  return async (reads, leagueIds, values) => {
    const keys = await read(reads, leagueIds, values);
    if (reads.machines.isWhole) return keys;
    return keys.sort((one, other) => other.placedAt - one.placedAt || (one.id < other.id ? -1 : 1));
  };
}

/** The form in which a statement names its tickets. */
export type SomeTickets = {
  isOf: OfLeagues;
  /** The rows of the tickets. */
  rows: Subquery<'tickets'>;
  /** Whether a row with these columns is of one of the tickets. */
  has(leagueId: SQLWrapper, ticketId: SQLWrapper): SQL;
};

/**
 * A prepared query about tickets of any leagues. On one Postgres it is one statement. On a Citus it is one for each
 * league, and machines are asked at the same time: Citus refuses the lateral subquery of `rows` for leagues in several
 * shards. No connection is in use between two statements.
 */
export function preparedForTickets<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, some: SomeTickets, placeholders: Placeholders<Name>) => Query<Row[]>,
): (reads: Reads, keys: readonly Key[], values: Record<Name, unknown>) => Promise<Row[]> {
  type Of<More extends string> = Placeholders<More | Name>;
  const inOne = prepared(['leagueId', 'ids', ...names], (db, { leagueId, ids, ...more }: Of<'leagueId' | 'ids'>) =>
    build(db, ofOneLeague(leagueId, ids), more as Placeholders<Name>),
  );
  const inSeveral = prepared(
    ['leagueIds', 'ids', 'leagueIdOfEach', ...names],
    (db, { leagueIds, ids, leagueIdOfEach, ...more }: Of<'leagueIds' | 'ids' | 'leagueIdOfEach'>) =>
      build(db, ofSeveralLeagues(leagueIds, ids, leagueIdOfEach), more as Placeholders<Name>),
  );
  return async ({ db, machines }, keys, values) => {
    const leagues = byLeague(keys);
    if (leagues.length > 1 && machines.isOnePostgres) {
      const [leagueIds, ids] = [leagues.map(({ leagueId }) => leagueId), keys.map(({ id }) => id)];
      return inSeveral(db, { leagueIds, ids, leagueIdOfEach: keys.map(({ leagueId }) => leagueId), ...values });
    }
    const groups = new Set(leagues.map(({ leagueId }) => machines.of(leagueId)));
    const found = [...groups].map(async (group) => {
      const rows: Row[] = [];
      for (const league of leagues) {
        if (machines.of(league.leagueId) === group) rows.push(...(await inOne(db, { ...league, ...values })));
      }
      return rows;
    });
    return (await Promise.all(found)).flat();
  };
}

/**
 * Each ticket is read by its key. `offset 0` is an optimization barrier: without it the planner prefers to read all
 * tickets of the league and to drop those of other pages, which takes 50 to 220 ms a page.
 */
function ofOneLeague(leagueId: Placeholder, ids: Placeholder): SomeTickets {
  const found = sql`
    select found.* from unnest(${ids}::uuid[]) as page(id)
    cross join lateral (
      select * from ${tickets} where ${tickets.leagueId} = ${leagueId} and ${tickets.id} = page.id offset 0
    ) as found`;
  return {
    isOf: isOnly(leagueId),
    rows: new Subquery(found, {}, 'tickets'),
    has: (league, id) => sql`${league} = ${leagueId} and ${id} = any (${ids}::uuid[])`,
  };
}

/** The same for tickets of several leagues. The arrays `ids` and `leagueIdOfEach` have a key at each place. */
function ofSeveralLeagues(leagueIds: Placeholder, ids: Placeholder, leagueIdOfEach: Placeholder): SomeTickets {
  const isOf = isAmong(leagueIds);
  const page = sql`unnest(${ids}::uuid[], ${leagueIdOfEach}::uuid[]) as page(id, league_id)`;
  const found = sql`
    select found.* from ${page}
    cross join lateral (
      select * from ${tickets} where ${tickets.leagueId} = page.league_id and ${tickets.id} = page.id offset 0
    ) as found`;
  return {
    isOf,
    rows: new Subquery(found, {}, 'tickets'),
    has: (league, id) => sql`${isOf(league)} and (${league}, ${id}) in (select page.league_id, page.id from ${page})`,
  };
}

function byLeague(keys: readonly Key[]): { leagueId: string; ids: string[] }[] {
  const idsOf = new Map<string, string[]>(keys.map(({ leagueId }) => [leagueId, []]));
  for (const { leagueId, id } of keys) idsOf.get(leagueId)?.push(id);
  return [...idsOf].map(([leagueId, ids]) => ({ leagueId, ids }));
}
