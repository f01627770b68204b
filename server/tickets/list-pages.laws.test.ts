/*
 * Proves on a real Postgres that pages and their counts have what their reader may see, in its order, and nothing else.
 * fast-check draws two leagues, their tickets and what becomes of the games. Every kind of viewer then reads every list
 * to its end, and the test compares that with a plain reference over all rows.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  groupBetsPage,
  listBetsPage,
  memberBetsPage,
  type PageCounts,
  type PageStatus,
} from '#shared/api/bet-pages.ts';
import { type Group, removeMember } from '#shared/api/groups.ts';
import type { Grade } from '#shared/domain/grade.ts';
import { betPhase, type GameStatus } from '#shared/domain/phase.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { setResult } from '../settlement/set-result.ts';
import { aGame, aLeg, final, live } from '../testing/games.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { type Bets, parlay, single } from '../testing/tickets.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

/** `late` starts by the clock alone. A `voided` game has a result before it begins. */
const fates = ['scheduled', 'late', 'live', 'suspended', 'over', 'settled', 'canceled', 'voided', 'postponed'] as const;
const gameCount = 5;
/** The owner of both leagues, two members, and one who is removed from the first league. The outsider does not bet. */
const bettors = 4;

const ticket = fc.record({
  bettor: fc.nat(bettors - 1),
  league: fc.nat(1),
  games: fc.uniqueArray(fc.nat(gameCount - 1), { minLength: 1, maxLength: 4 }),
  side: fc.constantFrom('home' as const, 'away' as const),
  /** Whether it was placed before tickets had their games. */
  isOld: fc.boolean(),
  /** Tickets that were placed at the same time come in the order of their ids. */
  hour: fc.nat(2),
});
const story = fc.record({
  reveals: fc.tuple(fc.constantFrom('settled' as const, 'started' as const), fc.constant('started' as const)),
  fates: fc.array(fc.constantFrom(...fates), { minLength: gameCount, maxLength: gameCount }),
  tickets: fc.array(ticket, { minLength: 3, maxLength: 12 }),
  limit: fc.integer({ min: 1, max: 4 }),
});
type Story = typeof story extends fc.Arbitrary<infer S> ? S : never;

async function meet(game: FeedGame, fate: Story['fates'][number]): Promise<void> {
  const { database } = world;
  if (fate === 'late') {
    await database.db.execute(sql`update games set starts_at = now() - interval '1 minute' where id = ${game.id}`);
  }
  if (fate === 'live') await world.poll(live(game, 3, 0));
  if (fate === 'suspended') await world.poll({ ...live(game, 3, 0), status: 'suspended' });
  if (fate === 'postponed') await world.poll({ ...game, status: 'postponed' });
  if (fate === 'over') await world.poll(final(game, 100, 90)); // one poll confirms no result
  if (fate === 'settled') await world.finish(final(game, 100, 90));
  if (fate === 'canceled') {
    await world.finish({ ...game, status: 'canceled', statusWord: 'STATUS_CANCELED', quote: null });
  }
  if (fate === 'voided') {
    await setResult(database, { gameId: game.id, outcome: { isVoid: true }, reason: 'off', setById: null }, 0);
  }
}

type Row = {
  leagueId: string;
  id: string;
  userId: string;
  grade: Grade | null;
  /** When it was settled, or placed if it is open; in microseconds. */
  at: number;
  reveal: 'settled' | 'started';
  /** The present members of its league. */
  members: string[];
  legs: { id: string; number: number; grade: Grade | null; status: GameStatus; hasStarted: boolean }[];
};

async function listRows(leagues: readonly Group[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { id } of leagues) {
    const { rows: found } = await world.database.db.execute<Row>(sql`
      select t.league_id as "leagueId", t.id, t.user_id as "userId", t.grade, g.reveal,
        (extract(epoch from coalesce(t.settled_at, t.placed_at)) * 1000000)::float8 as at,
        (select json_agg(user_id) from members where league_id = ${id} and removed_at is null) as members,
        (select json_agg(json_build_object('id', l.id, 'number', l.number, 'grade', l.grade, 'status', s.status,
          'hasStarted', s.started_at is not null or (s.start_known and s.starts_at <= now() and s.status <> 'postponed'))
          order by l.number) from legs l join games s on s.id = l.game_id where l.league_id = ${id} and l.ticket_id = t.id) as legs
      from tickets t join leagues g on g.id = t.league_id where t.league_id = ${id} and g.id = ${id}`);
    rows.push(...found);
  }
  return rows;
}

/** The numbers of the legs that the viewer sees. */
function seenLegs({ userId, grade, reveal, members, legs }: Row, viewerId: string): Row['legs'] {
  if (userId === viewerId) return legs;
  if (!members.includes(viewerId)) return [];
  if (grade !== null) return legs;
  return reveal === 'started' ? legs.filter(({ hasStarted }) => hasStarted) : [];
}

type Listed = { ticket: string; legs: number[] };

/** The tickets of a list by status, in their order, with the legs that the viewer sees, and its counts. */
function expectedOf(rows: readonly Row[], viewerId: string) {
  const shown = rows.flatMap((row) => {
    const legs = seenLegs(row, viewerId);
    const phases = legs.map(({ grade, status }) => betPhase(grade, status));
    const isLive = phases.some((phase) => phase !== 'pending') && phases.some((phase) => phase !== 'complete');
    const hasUnstarted = phases.includes('pending');
    const parts: PageStatus[] =
      row.grade === null
        ? ['open', ...(isLive ? (['live'] as const) : []), ...(!isLive || hasUnstarted ? (['pending'] as const) : [])]
        : [row.grade === 'void' ? 'push' : row.grade];
    const section = row.grade === null ? (isLive ? 0 : 1) : { won: 2, lost: 3, push: 4, void: 4 }[row.grade];
    const listed: Listed = { ticket: row.id, legs: legs.map(({ number }) => number) };
    return legs.length === 0 ? [] : [{ listed, section, at: row.at, parts: ['all', ...parts] as PageStatus[] }];
  });
  shown.sort(
    (one, other) =>
      one.section - other.section || other.at - one.at || (one.listed.ticket < other.listed.ticket ? -1 : 1),
  );
  const of = (status: PageStatus) => shown.filter(({ parts }) => parts.includes(status)).map(({ listed }) => listed);
  const counts = Object.fromEntries(statuses.map((status) => [status, of(status).length]));
  return { of, counts };
}

const statuses = ['all', 'open', 'live', 'pending', 'won', 'lost', 'push'] as const satisfies PageStatus[];

type Asked = { status: PageStatus; limit: string; before?: string };
type Page = { bets: Bets; next: string | null; counts: PageCounts };
type List = { has(row: Row): boolean; isClosed: boolean; read(asked: Asked): Promise<Page | number> };

/** Every list that a viewer can ask for. Those of a league are closed to all but its present members. */
function listsOf(viewer: Player, players: readonly Player[], leagues: readonly Group[]): List[] {
  const own = ({ userId }: Row) => userId === viewer.user.id;
  const pageOf = (answer: { status: number; reply: Page }) => (answer.status === 200 ? answer.reply : answer.status);
  const lists: List[] = [
    {
      has: own,
      isClosed: false,
      read: async (asked) => (await viewer.call(listBetsPage, { params: asked })).reply,
    },
  ];
  for (const [at, { id }] of leagues.entries()) {
    const isOf = ({ leagueId }: Row) => leagueId === id;
    const isClosed = !players.slice(0, at === 0 ? bettors - 1 : bettors).includes(viewer);
    lists.push({
      has: (row) => own(row) && isOf(row),
      isClosed: false,
      read: async (asked) => (await viewer.call(listBetsPage, { params: { ...asked, groupId: id } })).reply,
    });
    lists.push({
      has: isOf,
      isClosed,
      read: async (asked) => pageOf(await viewer.call(groupBetsPage, { params: { ...asked, id } })),
    });
    for (const { user } of players.slice(0, bettors)) {
      lists.push({
        has: (row) => isOf(row) && row.userId === user.id,
        isClosed,
        read: async (asked) =>
          pageOf(await viewer.call(memberBetsPage, { params: { ...asked, userId: user.id, groupId: id } })),
      });
    }
  }
  return lists;
}

/** Reads a list to its end; the counts are those of each of its pages. */
async function walk(list: List, status: PageStatus, limit: number, ticketOf: ReadonlyMap<string, string>) {
  const tickets = new Map<string, number[]>();
  for (let before: string | undefined; ; ) {
    const page = await list.read({ status, limit: String(limit), ...(before && { before }) });
    if (typeof page === 'number') return page;
    for (const { id, legNumber } of page.bets) {
      const ticket = ticketOf.get(id) as string;
      tickets.set(ticket, [...(tickets.get(ticket) ?? []), legNumber]);
    }
    if (page.next === null) {
      return { tickets: [...tickets].map(([ticket, legs]): Listed => ({ ticket, legs })), counts: page.counts };
    }
    before = page.next;
  }
}

async function play({ reveals, fates: ends, tickets, limit }: Story): Promise<void> {
  const players = await Promise.all(Array.from({ length: bettors + 1 }, () => world.signUp()));
  const [owner, removed] = [players[0], players[bettors - 1]] as [Player, Player];
  const leagues: Group[] = [];
  for (const reveal of reveals) {
    const league = await world.league(owner, { reveal });
    leagues.push(league);
    for (const player of players.slice(1, bettors)) await world.join(player, league);
  }
  const games = Array.from({ length: gameCount }, () => aGame({ sport: 'NBA' }));
  await world.poll(...games);
  for (const { bettor, league, games: on, side, isOld, hour } of tickets) {
    const [player, group] = [players[bettor], leagues[league]] as [Player, Group];
    const [first, ...others] = on.map((at) => games[at] as FeedGame) as [FeedGame, ...FeedGame[]];
    const [bet] =
      others.length === 0
        ? await single(player, group, first, 'spread', side)
        : await parlay(player, group, ...[first, ...others].map((game) => aLeg(game, 'spread', side)));
    await world.database.db.execute(sql`
      update tickets set games = case when ${isOld} then null else games end,
        placed_at = date_trunc('hour', now()) - ${hour} * interval '1 hour'
      where league_id = ${group.id} and id = (select ticket_id from legs where league_id = ${group.id} and id = ${bet?.id})`);
  }
  for (const [at, fate] of ends.entries()) await meet(games[at] as FeedGame, fate);
  await owner.call(removeMember, { params: { id: leagues[0]?.id as string, userId: removed.user.id } });

  const rows = await listRows(leagues);
  const ticketOf = new Map(rows.flatMap(({ id, legs }) => legs.map((leg) => [leg.id, id] as const)));
  for (const viewer of players) {
    for (const list of listsOf(viewer, players, leagues)) {
      const expected = expectedOf(rows.filter(list.has), viewer.user.id);
      // The list in short pages, and each of its parts in one.
      for (const status of list.isClosed ? (['all'] as const) : statuses) {
        const walked = await walk(list, status, status === 'all' ? limit : 100, ticketOf);
        if (list.isClosed) expect(walked).toBe(404);
        else expect(walked).toEqual({ tickets: expected.of(status), counts: expected.counts });
      }
    }
  }
}

test('pages and counts have what their reader may see, and nothing else', { timeout: 240_000 }, async () => {
  await fc.assert(fc.asyncProperty(story, play), {
    numRuns: 6,
    interruptAfterTimeLimit: 200_000, // limits shrinking too
    markInterruptAsFailure: true,
  });
  await expectLedgerBalances(world.database.db);
});
