import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/connection.ts';
import { isOnly, type OfLeagues } from '../db/of-leagues.ts';
import { type Placeholders, prepared } from '../db/prepared.ts';
import { games } from '../db/tables/games.ts';
import { legs, tickets } from '../db/tables/tickets.ts';
import { type Bounds, instantOf, isWithin, type Key, microseconds, preparedOver, type Reads } from './pages-store.ts';
import { hasStarted, showsOpenOfOthers } from './visible.ts';

/**
 * The open tickets of a league of which the viewer sees a leg. Of the legs that they see:
 *
 * live     one has begun, and one is not over.
 * pending  one has not begun, or the ticket is not live.
 */
export type OpenCount = { leagueId: string; open: number; live: number; pending: number };

/** An open ticket, and when it was placed, in microseconds since 1970. */
type OpenKey = Key & { at: number; isLive: boolean };

/** The part of a page in the live tickets, or in the others; with `onlyUnstarted` those with a leg that has not begun. */
type OpenPart = Bounds & { isLive: boolean; onlyUnstarted: boolean };

/**
 * parts      none if the page has no open tickets.
 * leagueIds  the leagues of the page; null for all. The counts are of all.
 * most       the most tickets.
 */
export type OpenAsked = { parts: readonly OpenPart[]; leagueIds: readonly string[] | null; most: number };

/** Keys in any order; more than `most` if they were read league by league. */
export type OpenPage = { counts: OpenCount[]; keys: OpenKey[] };

/** The user's own open tickets in these leagues. */
export async function readOwnOpen(
  reads: Reads,
  leagueIds: readonly string[],
  userId: string,
  asked: OpenAsked,
): Promise<OpenPage> {
  return pageOf(await ownOpen(reads, leagueIds, { userId, ...valuesOf(asked) }));
}

type Viewed = { leagueId: string; userId: string };

/** The open tickets of another user in the viewer's league. */
export async function readMemberOpen(db: Db, viewer: Viewed, userId: string, asked: OpenAsked): Promise<OpenPage> {
  const { leagueId, userId: viewerId } = viewer;
  return pageOf(await memberOpen(db, { leagueId, viewerId, userId, ...valuesOf(asked) }));
}

/** The open tickets of all others in the viewer's league. */
export async function readOthersOpen(db: Db, { leagueId, userId }: Viewed, asked: OpenAsked): Promise<OpenPage> {
  return pageOf(await othersOpen(db, { leagueId, viewerId: userId, ...valuesOf(asked) }));
}

/** A row counts a league, or is a key; the fields of the other are null. */
type OpenRow = OpenCount & { [Field in keyof OpenKey]: Field extends 'leagueId' ? string : OpenKey[Field] | null };

function pageOf(rows: readonly OpenRow[]): OpenPage {
  return {
    counts: rows.filter(({ id }) => id === null),
    keys: rows.flatMap(({ leagueId, id, at, isLive }) =>
      id === null || at === null || isLive === null ? [] : [{ leagueId, id, at, isLive }],
    ),
  };
}

const askedNames = [
  'areLive',
  'onlyUnstarted',
  'afterAts',
  'afterIds',
  'untilAts',
  'untilIds',
  'askedIds',
  'most',
] as const;
type AskedName = (typeof askedNames)[number];

function valuesOf({ parts, leagueIds, most }: OpenAsked): Record<AskedName, unknown> {
  return {
    areLive: parts.map(({ isLive }) => isLive),
    onlyUnstarted: parts.map(({ onlyUnstarted }) => onlyUnstarted),
    afterAts: parts.map(({ afterAt }) => afterAt),
    afterIds: parts.map(({ afterId }) => afterId),
    untilAts: parts.map(({ untilAt }) => untilAt),
    untilIds: parts.map(({ untilId }) => untilId),
    askedIds: leagueIds,
    most,
  };
}

const ownOpen = preparedOver<'userId' | AskedName, OpenRow>(
  ['userId', ...askedNames],
  (db, isOf, { userId, ...asked }) =>
    readOpen(
      db,
      { isOf, isListed: sql`t.user_id = ${userId}`, isShown: sql`true`, isSeen: sql`true` },
      asked,
      ofOneUser,
    ),
);

const memberOpen = prepared(
  ['leagueId', 'viewerId', 'userId', ...askedNames],
  (db, { leagueId, viewerId, userId, ...asked }) => {
    const isShown = showsOpenOfOthers(viewerId, leagueId);
    const listed = { isOf: isOnly(leagueId), isListed: sql`t.user_id = ${userId}`, isShown, isSeen: hasStarted };
    return readOpen(db, listed, asked, ofOneUser);
  },
);

const othersOpen = prepared(['leagueId', 'viewerId', ...askedNames], (db, { leagueId, viewerId, ...asked }) => {
  const isShown = showsOpenOfOthers(viewerId, leagueId);
  const listed = { isOf: isOnly(leagueId), isListed: sql`t.user_id <> ${viewerId}`, isShown, isSeen: hasStarted };
  return readOpen(db, listed, asked, ofLeague);
});

/**
 * isListed  the condition on tickets `t`, besides that they are open and of these leagues.
 * isShown   whether the list has open tickets at all.
 * isSeen    the condition on `games` whose legs the viewer sees.
 */
type Listed = { isOf: OfLeagues; isListed: SQL; isShown: SQL; isSeen: SQL };
type Asked = Placeholders<AskedName>;

/**
 * Counts open tickets, and lists those of a page. Thousands of them are on few games: those on the same games
 * (`tickets.games`) are one set, which Postgres counts in an index. It finds the phases of the games once. A ticket
 * without `games` is a set of its own, made from its legs. They are looked up ticket by ticket: in a join Postgres may
 * read all legs of these leagues.
 *
 * Phases are those of `betPhase` in shared/domain/phase.ts: a graded leg has begun and is over.
 */
function readOpen(
  db: Db,
  { isOf, isListed, isShown, isSeen }: Listed,
  asked: Asked,
  { ids, placedAts, keysOf }: TicketReading,
) {
  const isOpen = sql`${isOf(sql`t.league_id`)} and t.grade is null and ${isListed}`;
  const rows = sql`(
    with sets as materialized (
      select t.league_id, t.games, ${ids} as ids, ${placedAts} as placed_ats, count(*) as tickets,
        string_to_array(t.games, ' ') as ungraded, '{}'::text[] as graded
      from ${tickets} t where ${isOpen} and t.games is not null and ${isShown} group by t.league_id, t.games
      union all
      select t.league_id, null, array[t.id], array[t.placed_at], 1, own.ungraded, own.graded
      from ${tickets} t cross join lateral (
        select coalesce(array_agg(l.game_id) filter (where l.grade is null), '{}') as ungraded,
          coalesce(array_agg(l.game_id) filter (where l.grade is not null), '{}') as graded
        from ${legs} l where ${isOf(sql`l.league_id`)} and l.league_id = t.league_id and l.ticket_id = t.id
      ) own
      where ${isOpen} and t.games is null and ${isShown}
    ), phases as materialized (
      select coalesce(array_agg(id), '{}') as seen,
        coalesce(array_agg(id) filter (where status not in ('live', 'suspended', 'final')), '{}') as unstarted,
        coalesce(array_agg(id) filter (where status in ('live', 'suspended')), '{}') as live,
        coalesce(array_agg(id) filter (where status = 'final'), '{}') as over
      from (select distinct unnest(ungraded || graded) as game_id from sets) listed
      cross join lateral (select id, status from ${games} where id = game_id and ${isSeen} offset 0) game
    ), phased as materialized (
      select sets.*, ungraded && unstarted as has_unstarted,
        ungraded && live or ungraded && unstarted and (ungraded && over or graded && seen) as is_live
      from sets cross join phases where ungraded && seen or graded && seen
    ), wanted as materialized (
      select p.league_id, games, ids, placed_ats, p.is_live, after_id, until_id,
        ${instantOf(sql`after_at`)} as after_at, ${instantOf(sql`until_at`)} as until_at
      from phased p join unnest(
        ${asked.areLive}::boolean[], ${asked.onlyUnstarted}::boolean[], ${asked.afterAts}::float8[],
        ${asked.afterIds}::uuid[], ${asked.untilAts}::float8[], ${asked.untilIds}::uuid[]
      ) as part(is_live, only_unstarted, after_at, after_id, until_at, until_id)
        on part.is_live = p.is_live and (p.has_unstarted or not only_unstarted)
      where ${asked.askedIds}::uuid[] is null or p.league_id = any (${asked.askedIds}::uuid[])
    ), listed as (
      select w.league_id, w.is_live, t.id, t.placed_at
      from wanted w cross join unnest(w.ids, w.placed_ats) as t(id, placed_at)
      where ${isWithin(sql`t.placed_at`, sql`t.id`, boundsOfSet)}
      ${keysOf(isOpen, asked)}
      order by is_live desc, placed_at desc, id limit ${asked.most}
    )
    select league_id, sum(tickets)::int as open, coalesce(sum(tickets) filter (where is_live), 0)::int as live,
      coalesce(sum(tickets) filter (where not is_live or has_unstarted), 0)::int as pending,
      null::uuid as id, null::float8 as at, null::boolean as is_live
    from phased group by league_id
    union all
    select league_id, 0, 0, 0, id, ${microseconds(sql`placed_at`)}, is_live from listed
  ) read`;
  return db
    .select({
      leagueId: sql<string>`read.league_id`,
      open: sql<number>`read.open`,
      live: sql<number>`read.live`,
      pending: sql<number>`read.pending`,
      id: sql<string | null>`read.id`,
      at: sql<number | null>`read.at`,
      isLive: sql<boolean | null>`read.is_live`,
    })
    .from(rows);
}

const boundsOfSet = {
  after: sql`w.after_at`,
  afterId: sql`w.after_id`,
  until: sql`w.until_at`,
  untilId: sql`w.until_id`,
};

/**
 * How the tickets of sets are read.
 *
 * ids, placedAts  arrays of all tickets of a set, or null.
 * keysOf          adds those of sets `wanted` without these arrays that the page may have.
 */
type TicketReading = { ids: SQL; placedAts: SQL; keysOf(isOpen: SQL, asked: Asked): SQL };

/**
 * For the tickets of one user: all of them are read, as they are counted. A second read would look up each of
 * hundreds of leagues again, which took 5 ms for 300.
 */
const ofOneUser: TicketReading = {
  ids: sql`array_agg(t.id)`,
  placedAts: sql`array_agg(t.placed_at)`,
  keysOf: () => sql.empty(),
};

/**
 * For a whole league: of each set only as many tickets as the page has room for are read, in the order of the
 * index. Citus takes this for one league alone.
 */
const ofLeague: TicketReading = {
  ids: sql`null::uuid[]`,
  placedAts: sql`null::timestamptz[]`,
  keysOf: (isOpen, { most }) => sql`union all
      select w.league_id, w.is_live, ticket.id, ticket.placed_at from wanted w cross join lateral (
        select t.id, t.placed_at from ${tickets} t
        where ${isOpen} and t.league_id = w.league_id and t.games = w.games
          and ${isWithin(sql`t.placed_at`, sql`t.id`, boundsOfSet)}
        order by t.placed_at desc, t.id limit ${most}
      ) ticket`,
};
