import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  groupBetsLastSevenDaysPage,
  groupBetsPage,
  listBetsPage,
  listBetsSince,
  memberBetsPage,
  type PageStatus,
} from '#shared/api/bet-pages.ts';
import { listBets, placeBet } from '#shared/api/bets.ts';
import { type Group, groupBets, removeMember } from '#shared/api/groups.ts';
import { ownRecord } from '#shared/api/record.ts';
import { ching } from '#shared/testing/examples.ts';
import type { FeedGame } from '../games/feed-answer.ts';
import { aBet, aLeg, final, live } from '../testing/games.ts';
import { addLeagues } from '../testing/leagues.ts';
import { type Bets, copyTickets, parlay, single } from '../testing/tickets.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.drop());

type Asked = { status?: PageStatus; groupId?: string; before?: string; until?: string; limit?: string };

const idsOf = (bets: Bets) => [...new Set(bets.map(({ parlayId, id }) => parlayId ?? id))];
const idOf = (bets: Bets) => idsOf(bets)[0] as string;

/** Reads a list to its end. */
async function walk(read: (params: Asked) => Promise<{ bets: Bets; next: string | null }>, asked: Asked = {}) {
  const [bets, sizes]: [Bets, number[]] = [[], []];
  for (let before: string | undefined; ; ) {
    const page = await read({ limit: '2', ...asked, ...(before && { before }) });
    bets.push(...page.bets);
    sizes.push(idsOf(page.bets).length);
    if (page.next === null) return { bets, ids: idsOf(bets), sizes };
    before = page.next;
  }
}

const own = (player: Player) => async (params: Asked) => (await player.call(listBetsPage, { params })).reply;
const activity = (player: Player, league: Group) => async (params: Asked) =>
  (await player.call(groupBetsPage, { params: { id: league.id, limit: '20', ...params } })).reply;
const history = (player: Player, league: Group, of: Player) => async (params: Asked) =>
  (await player.call(memberBetsPage, { params: { userId: of.user.id, limit: '20', ...params, groupId: league.id } }))
    .reply;

/** A player with tickets of every state, in two leagues; `inOrder` names them as the list has them. */
async function everyState() {
  const ann = await world.signUp('Ann');
  const [first, second] = [await world.league(ann, { name: 'One' }), await world.league(ann, { name: 'Two' })];
  const [home, away, tie, off, on, later] = (await Promise.all(
    Array.from({ length: 6 }, () => world.addGame({ sport: 'NBA' })),
  )) as [FeedGame, FeedGame, FeedGame, FeedGame, FeedGame, FeedGame];
  const placed = {
    won: idOf(await single(ann, first, home)),
    lost: idOf(await single(ann, second, away)),
    push: idOf(await single(ann, first, tie, 'moneyline')),
    void: idOf(await single(ann, second, off)),
    halfway: idOf(await parlay(ann, first, aLeg(home), aLeg(later))),
    playing: idOf(await parlay(ann, second, aLeg(on), aLeg(home))),
    live: idOf(await single(ann, second, on)),
    pending: idOf(await single(ann, first, later)),
    final: idOf(await single(ann, first, off, 'total', 'over')),
  };
  await world.finish(final(home, 110, 90), final(away, 90, 110));
  await world.finish(final(tie, 100, 100));
  await world.poll(live(on, 10, 2));
  await world.database.db.execute(sql`
    update tickets set grade = 'void', back_cents = stake_cents, settled_at = now() + interval '1 year' where id in (
      select ticket_id from legs where id = ${placed.void}
    )`);
  await world.poll(final(off, 100, 90)); // played, not confirmed
  return { ann, leagues: [first, second] as const, placed };
}

test('a list by pages has every ticket once: live, pending, won, lost, others, and each the latest first', async () => {
  const { ann, leagues, placed } = await everyState();
  const inOrder = ['live', 'playing', 'halfway', 'final', 'pending', 'won', 'lost', 'void', 'push'] as const;
  const walked = await walk(own(ann));
  expect(walked.sizes).toEqual([2, 2, 2, 2, 1]);
  const expected = inOrder.map((name) => placed[name]);
  expect(walked.ids).toEqual(expected);
  const whole = (await ann.call(listBets)).reply;
  expect([...walked.bets].sort(byId)).toEqual([...whole].sort(byId));
  for (const limit of ['1', '3', '4', '100']) expect((await walk(own(ann), { limit })).ids).toEqual(expected);

  const one = await own(ann)({ limit: '1' });
  expect(one.counts).toEqual({ all: 9, open: 5, live: 3, pending: 3, won: 1, lost: 1, push: 2 });
  expect((await ann.call(listBetsPage, { params: { limit: '1' } })).reply.groups).toEqual(
    expect.arrayContaining([
      { id: leagues[0].id, name: 'One', bets: 5 },
      { id: leagues[1].id, name: 'Two', bets: 4 },
    ]),
  );
});

const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);

test('a status has the tickets that its count says, and a league only its own', async () => {
  const { ann, leagues, placed } = await everyState();
  const parts = {
    open: ['live', 'playing', 'halfway', 'final', 'pending'],
    live: ['live', 'playing', 'halfway'],
    pending: ['halfway', 'final', 'pending'],
    won: ['won'],
    lost: ['lost'],
    push: ['void', 'push'],
  } as const;
  for (const [status, names] of Object.entries(parts) as [keyof typeof parts, readonly (keyof typeof placed)[]][]) {
    const { ids } = await walk(own(ann), { status });
    expect([status, ids]).toEqual([status, names.map((name) => placed[name])]);
    expect((await own(ann)({ status })).counts[status]).toBe(names.length);
  }
  const ofLeague = { groupId: leagues[1].id };
  expect((await walk(own(ann), ofLeague)).ids).toEqual(
    (['live', 'playing', 'lost', 'void'] as const).map((name) => placed[name]),
  );
  const { reply } = await ann.call(listBetsPage, { params: ofLeague });
  expect(reply.counts).toEqual({ all: 4, open: 2, live: 2, pending: 0, won: 0, lost: 1, push: 1 });
  expect(reply.groups.map(({ bets }) => bets).sort()).toEqual([4, 5]);
  const stranger = await world.signUp();
  expect((await stranger.call(listBetsPage, { params: ofLeague })).reply).toMatchObject({ bets: [], groups: [] });
});

test('tickets that were settled at once, and others that are placed meanwhile, are neither lost nor doubled', async () => {
  const ann = await world.signUp();
  const league = await world.league(ann);
  const [game, next] = [await world.addGame(), await world.addGame()];
  await single(ann, league, game);
  await parlay(ann, league, aLeg(game), aLeg(next));
  await world.finish(final(game, 30, 0));
  await copyTickets(world, ann, 30);
  const before = idsOf((await ann.call(listBets)).reply);
  expect(before).toHaveLength(62);
  const seen: string[] = [];
  for (const read of [own(ann), history(ann, league, ann), activity(ann, league)]) {
    let isPlacing = true;
    const placing = (async () => {
      while (isPlacing) await ann.call(placeBet, { body: aBet(league, next, '1') });
    })();
    const { ids, bets } = await walk(read, { limit: '7' });
    isPlacing = false;
    await placing;
    seen.push(...ids);
    expect(bets).toHaveLength(new Set(bets.map(({ id }) => id)).size);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
  }
  expect(seen.length).toBeGreaterThanOrEqual(3 * 62);
});

test('a page that is read again up to its end has what has come between', async () => {
  const ann = await world.signUp();
  const league = await world.league(ann);
  const game = await world.addGame();
  const placed: string[] = [];
  for (let count = 0; count < 4; count += 1) placed.unshift(idOf(await single(ann, league, game)));
  const first = await own(ann)({ limit: '2' });
  const until = first.next as string;
  placed.unshift(idOf(await single(ann, league, game)));
  const again = await own(ann)({ until });
  expect([idsOf(again.bets), again.next]).toEqual([placed.slice(0, 3), until]);
  const part = await own(ann)({ until, limit: '1' });
  const rest = await own(ann)({ before: part.next as string, until });
  expect([part, rest].map(({ bets }) => idsOf(bets))).toEqual([placed.slice(0, 1), placed.slice(1, 3)]);
  expect([rest.next, idsOf((await own(ann)({ before: until })).bets)]).toEqual([until, placed.slice(3)]);
});

test('a page never has more than 40 kB, and a long ticket is never cut', async () => {
  const ann = await world.signUp();
  const leagues = [await world.league(ann), await world.league(ann)];
  const games: FeedGame[] = [];
  for (let count = 0; count < 12; count += 1) games.push(await world.addGame());
  for (const league of leagues) await parlay(ann, league, ...games.map((game) => aLeg(game)));
  await copyTickets(world, ann, 10);
  const bytesOf = async (query: string) => Buffer.byteLength(await (await ann.raw('GET', `/api/bets?${query}`)).text());
  for (const limit of ['1', '20', '100']) expect(await bytesOf(`limit=${limit}`)).toBeLessThanOrEqual(40_000);
  const { ids, bets, sizes } = await walk(own(ann), { limit: '100' });
  expect([ids.length, bets.length, sizes.length > 5]).toEqual([22, 22 * 12, true]);
});

test('a page of a player of 300 leagues has at most 40 kB, its leagues included, and those with the most bets', async () => {
  const ann = await world.signUp();
  const [league, busy] = [await world.league(ann), await world.league(ann, { name: 'Busy' })];
  const games: FeedGame[] = [];
  for (let count = 0; count < 12; count += 1) games.push(await world.addGame());
  for (const group of [league, busy]) await parlay(ann, group, ...games.map((game) => aLeg(game)));
  await single(ann, busy, games[0] as FeedGame);
  const { db } = world.database;
  await addLeagues(db, ann, 300);
  await db.execute(sql`
    update leagues set name = ${'Ä "league" with a long name'.padEnd(60, '.')} where owner_id = ${ann.user.id} and name <> 'Busy'`);
  await copyInto(league, sql`select league_id from memberships where user_id = ${ann.user.id}`);

  const { reply } = await ann.call(listBetsPage, { params: { status: 'all' } });
  expect([reply.counts.all, reply.groups[0]]).toEqual([303, { id: busy.id, name: 'Busy', bets: 2 }]);
  expect([reply.groups.length > 80, reply.groups.length < 302]).toEqual([true, true]);
  expect(idsOf(reply.bets)).toHaveLength(2); // the single, and a parlay of twelve legs has room
  const bytes = Buffer.byteLength(await (await ann.raw('GET', '/api/bets?status=all')).text());
  expect(bytes).toBeLessThanOrEqual(40_000);
  const next = (await ann.call(listBetsPage, { params: { before: reply.next as string } })).reply;
  expect([idsOf(next.bets).length, next.groups]).toEqual([1, reply.groups]);
});

/** Copies the only ticket of a league into those of these leagues that have none. */
async function copyInto({ id }: Group, leagueIds: SQL): Promise<void> {
  await world.database.db.execute(sql`
    with wanted as (
      select listed.league_id, gen_random_uuid() as copy from (${leagueIds}) listed
      where listed.league_id not in (select league_id from tickets)
    ), copied as (
      insert into tickets (league_id, id, user_id, stake_cents, payout_cents, idempotency_key, request_hash, games, placed_at)
      select w.league_id, copy, user_id, stake_cents, payout_cents, copy::text, request_hash, games, placed_at
      from wanted w, tickets t where t.league_id = ${id}
    )
    insert into legs (league_id, ticket_id, number, id, game_id, market, side, line, price, original_start, home_team_id,
      away_team_id)
    select w.league_id, copy, number, gen_random_uuid(), game_id, market, side, line, price, original_start,
      home_team_id, away_team_id
    from wanted w, legs l where l.league_id = ${id}`);
}

test('hidden tickets are neither listed nor counted', async () => {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  for (const reveal of ['settled', 'started'] as const) {
    const league = await world.league(ann, { reveal });
    await world.join(bob, league);
    const [game, later] = [await world.addGame(), await world.addGame()];
    const before = [await activity(ann, league)({}), await history(ann, league, bob)({})];
    await single(bob, league, game);
    await parlay(bob, league, aLeg(game), aLeg(later));
    expect([await activity(ann, league)({}), await history(ann, league, bob)({})]).toEqual(before);

    await world.poll(live(game, 3, 0));
    for (const { bets, counts } of [await activity(ann, league)({}), await history(ann, league, bob)({})]) {
      // The parlay's leg that has not started is as hidden in the counts: the ticket is live, and not pending too.
      const seen = reveal === 'settled' ? 0 : 2;
      expect([bets.length, counts]).toMatchObject([seen, { all: seen, open: seen, live: seen, pending: 0 }]);
    }
    expect((await history(bob, league, bob)({})).counts).toMatchObject({ open: 2, live: 2, pending: 1 });
    await world.finish(final(game, 30, 0));
    expect((await activity(ann, league)({ status: 'won' })).bets).toHaveLength(1);
  }
});

test('activity by pages is the activity, also of members who were removed; to these it is not found', async () => {
  const [ann, bob] = [await world.signUp('Ann'), await world.signUp('Bob')];
  const league = await world.league(ann, { reveal: 'started' });
  await world.join(bob, league);
  const [game, old] = [await world.addGame(), await world.addGame()];
  const past = idOf(await single(bob, league, old));
  await world.finish(final(old, 30, 0));
  await world.database.db.execute(sql`
    update tickets set placed_at = now() - interval '9 days', settled_at = now() - interval '8 days'
    where league_id = ${league.id}`);
  await single(bob, league, game);
  await parlay(ann, league, aLeg(game), aLeg(await world.addGame()));
  await world.poll(live(game, 3, 0));
  await ann.call(removeMember, { params: { id: league.id, userId: bob.user.id } });
  const { bets } = await walk(activity(ann, league));
  const whole = (await ann.call(groupBets, { params: { id: league.id } })).reply;
  expect([bets.length, [...bets].sort(byId)]).toEqual([3, [...whole].sort(byId)]);
  expect((await activity(ann, league)({ status: 'won' })).counts.won).toBe(0);
  expect((await history(ann, league, bob)({ status: 'won' })).bets.map(({ id }) => id)).toEqual([past]);
  expect((await walk(own(bob))).ids).toHaveLength(2);
  for (const endpoint of [groupBetsPage, groupBetsLastSevenDaysPage]) {
    const { status } = await bob.call(endpoint, { params: { id: league.id, limit: '5' } });
    expect(status).toBe(404);
  }
});

test('bets since a day are those open and those settled since', async () => {
  const { ann, placed } = await everyState();
  await world.database.db.execute(sql`
    update tickets set settled_at = now() - interval '3 days', placed_at = now() - interval '4 days'
    where grade in ('won', 'lost') and user_id = ${ann.user.id}`);
  const since = new Date(Date.now() - 2 * 24 * 3_600_000).toISOString();
  const { reply } = await ann.call(listBetsSince, { params: { since } });
  const { won, lost, ...rest } = placed;
  expect(idsOf(reply).sort()).toEqual(Object.values(rest).sort());
  expect((await ann.call(listBets)).reply.map(({ id }) => id)).toEqual(expect.arrayContaining([won, lost]));
});

test('a record counts every ticket once, by league and grade as one by one', async () => {
  const { ann } = await everyState();
  const { reply } = await ann.call(ownRecord);
  // Nine stakes of 10: a win at -110, a loss, a push and a void.
  expect(reply).toEqual({ bets: 9, wins: 1, losses: 1, winRate: 25, wagered: ching(90), net: ching(-0.91) });
  const none = { bets: 0, wins: 0, losses: 0, winRate: null, wagered: 0, net: 0 };
  expect((await (await world.signUp()).call(ownRecord)).reply).toEqual(none);
});

test.each([
  'limit=0',
  'limit=101',
  'limit=1000',
  'limit=ten',
  'limit=',
  'status=gone',
  'status=won&status=lost',
  'before=',
  'before=1.2',
  `before=5.1764000000000000.0197f0a0-0000-7000-8000-000000000000`,
  `until=0.17640000000000000.0197f0a0-0000-7000-8000-000000000000`,
  `before=${'0'.repeat(100_00)}`,
  'groupId=nonsense',
  'since=yesterday',
])('a page with %s is refused', async (query) => {
  const player = await world.signUp();
  const response = await player.raw('GET', `${listBets.path}?${query}`);
  expect([response.status, (await response.json()).code]).toEqual([400, 'bad-input']);
});
