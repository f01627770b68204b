import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberForm } from '#shared/api/form.ts';
import { type Group, joinGroup, leaderboard, updateGroup } from '#shared/api/groups.ts';
import { askToJoin } from '#shared/api/join-requests.ts';
import { memberLuck } from '#shared/api/luck.ts';
import { fewestForShare } from '#shared/domain/form.ts';
import { rowsRead } from '../bench/plans.ts';
import { connect } from '../db/connection.ts';
import { settleGames } from '../settlement/settle.ts';
import { bulkEndings, endAll, placeInBulk } from '../testing/bulk.ts';
import { recordStatements } from '../testing/citus-lint.ts';
import { aGame, aLeg, final, live } from '../testing/games.ts';
import { leagueBeforeEach } from '../testing/league-before-each.ts';
import { ageLeague, removeFrom } from '../testing/leagues.ts';
import { expectLedgerBalances } from '../testing/ledger-asserts.ts';
import { copyTickets, parlay, single } from '../testing/tickets.ts';
import { type Player, testWorld, type World } from '../testing/world.ts';
import { readForm, requireFormScope } from './form.ts';

const askForm = (viewer: Player, { user }: Player, league?: Group) =>
  viewer.call(memberForm, { params: { userId: user.id, ...(league && { groupId: league.id }) } });
const netsOf = (rows: readonly { row: string; net: number }[]) =>
  Object.fromEntries(rows.map(({ row, net }) => [row, net]));

describe('the form of a member', () => {
  let world: World;
  let league: Group;
  let [ann, bob] = [] as unknown as [Player, Player];

  leagueBeforeEach(
    async (made) => {
      ({ world, player: ann, league } = made);
      bob = await world.member(league, 'Bob');
    },
    { firstName: 'Ann' },
  );

  test('follows wins, losses, voids, parlays and corrections, and is the profit of the standings', async () => {
    const [nfl, nba, off] = [await world.addGame(), aGame({ sport: 'NBA' }), await world.addGame()];
    await world.poll(nba);
    await single(ann, league, nfl, 'moneyline', 'home');
    await single(ann, league, nba, 'total', 'over');
    await single(ann, league, off, 'spread', 'home');
    await parlay(ann, league, aLeg(nfl, 'moneyline', 'home'), aLeg(nba, 'moneyline', 'away'));
    const profit = async () => {
      const { reply } = await bob.call(leaderboard, { params: { id: league.id } });
      return reply.find(({ user }) => user.id === ann.user.id)?.profit;
    };
    const expectAgreed = async () => {
      const { reply } = await askForm(bob, ann, league);
      expect(reply.net).toBe(await profit());
      expect(reply.points.at(-1)?.net ?? 0).toBe(reply.net);
      for (const rows of Object.values(reply.splits))
        expect(rows.reduce((sum, { net }) => sum + net, 0)).toBe(reply.net);
      return reply;
    };
    expect(await expectAgreed()).toMatchObject({ name: 'Ann', won: 0, lost: 0, returned: 0, points: [] });
    await world.finish(final(nfl, 30, 0));
    expect(await expectAgreed()).toMatchObject({ won: 1, lost: 0, streak: { outcome: 'won', length: 1 } });
    await world.finish(final(nba, 100, 0), { ...off, status: 'canceled', statusWord: 'STATUS_CANCELED' });
    const settled = await expectAgreed();
    expect([settled.won + settled.lost, settled.returned]).toEqual([3, 1]);
    expect(Object.keys(netsOf(settled.splits.sport))).toEqual(['NFL', 'NBA', 'several']);
    expect(netsOf(settled.splits.market)).toMatchObject({ spread: 0, parlay: -1_000 });
    expect(settled.splits.sport.every(({ share, needed }) => share === null && needed === null)).toBe(true);
    expect(settled.biggestWin).toMatchObject({ legs: 1 });
    await world.finish(final(nba, 0, 100)); // a correction: the parlay is won, the total stays over
    const corrected = await expectAgreed();
    expect(netsOf(corrected.splits.market).parlay).toBeGreaterThan(0);
    expect(corrected.biggestWin).toMatchObject({ legs: 2 });
    await expectLedgerBalances(world.database.db);
  });

  test('says a share of wins from twenty bets on, beside the share that their prices ask for', async () => {
    const game = await world.addGame();
    await single(ann, league, game, 'spread', 'home');
    await world.finish(final(game, 30, 0));
    await copyTickets(world, ann, fewestForShare - 2);
    const row = async () => (await askForm(ann, ann)).reply.splits.market[0];
    expect(await row()).toMatchObject({ row: 'spread', won: 19, share: null, needed: null });
    const last = await world.addGame();
    await single(ann, league, last, 'spread', 'home');
    await world.finish(final(last, 0, 30));
    expect(await row()).toMatchObject({ row: 'spread', won: 19, lost: 1, share: 95, needed: 52.4 });
  });

  test.each(['settled', 'started'] as const)('tells nothing of open bets, revealed from %s on', async (reveal) => {
    const other = await world.league(ann, { name: 'Other League', reveal });
    await world.join(bob, other);
    const [past, open, begun] = [await world.addGame(), await world.addGame(), await world.addGame()];
    await single(ann, other, past, 'moneyline', 'home');
    await world.finish(final(past, 30, 0));
    const before = [(await askForm(bob, ann, other)).reply, (await askForm(ann, ann, other)).reply];
    await single(ann, other, open, 'spread', 'home');
    await single(ann, other, begun, 'total', 'over');
    await parlay(ann, other, aLeg(begun, 'moneyline', 'home'), aLeg(open, 'moneyline', 'away'));
    await world.poll(live(begun, 7, 0));
    expect([(await askForm(bob, ann, other)).reply, (await askForm(ann, ann, other)).reply]).toEqual(before);
  });

  test('counts the leagues that both are members of now, and of oneself all', async () => {
    const [annsOwn, both] = [await world.league(ann, { name: 'Own' }), await world.league(bob, { name: 'Both' })];
    await world.join(ann, both);
    const [cleo, otto] = [await world.member(both, 'Cleo'), await world.signUp('Otto')];
    const game = await world.addGame();
    for (const each of [league, annsOwn, both]) await single(ann, each, game, 'moneyline', 'home');
    await world.finish(final(game, 0, 30));
    const lost = async (viewer: Player, where?: Group) => {
      const answer = await askForm(viewer, ann, where);
      return answer.refusal ? [answer.status, answer.refusal.code] : [answer.reply.leagues, answer.reply.lost];
    };
    expect(await lost(ann)).toEqual([3, 3]);
    expect(await lost(bob)).toEqual([2, 2]);
    expect(await lost(cleo)).toEqual([1, 1]);
    expect(await lost(otto)).toEqual([404, 'member-not-found']);
    expect(await lost(bob, both)).toEqual([1, 1]);
    expect(await lost(cleo, league)).toEqual([404, 'league-not-found']);
    expect(await lost(bob, annsOwn)).toEqual([404, 'league-not-found']);
    await removeFrom(world.database.db, both, ann);
    expect(await lost(ann)).toEqual([3, 3]);
    expect(await lost(ann, both)).toEqual([404, 'league-not-found']);
    expect(await lost(bob)).toEqual([1, 1]);
    expect(await lost(bob, both)).toEqual([404, 'member-not-found']);
    expect(await lost(cleo)).toEqual([404, 'member-not-found']);
    await removeFrom(world.database.db, league, bob);
    expect(await lost(bob)).toEqual([404, 'member-not-found']);
  });

  test('counts no league that a user only asked to join, and neither does their luck', async () => {
    const closed = await world.league(bob);
    await bob.call(updateGroup, { params: { id: closed.id }, body: { approvesJoins: true } });
    expect((await ann.call(joinGroup, { body: { joinCode: closed.joinCode } })).status).toBe(409);
    expect((await ann.call(askToJoin, { body: { joinCode: closed.joinCode } })).status).toBe(201);
    const params = { userId: ann.user.id };
    expect.soft((await ann.call(memberForm, { params })).reply.leagues).toBe(1);
    expect.soft((await ann.call(memberLuck, { params })).reply.leagues).toBe(1);
  });

  test('of 5,000 tickets has at most 200 points and 40 kB', async () => {
    const game = await world.addGame();
    await single(ann, league, game, 'moneyline', 'home');
    await parlay(ann, league, aLeg(game, 'spread', 'home'), aLeg(await world.addGame(), 'total', 'over'));
    await world.finish(final(game, 0, 30));
    for (let week = 0; week < 12; week += 1) {
      await copyTickets(world, ann, 1); // twice as many each time
      await ageLeague(world.database, league, 1);
    }
    const answer = await ann.raw('GET', `/api/users/${ann.user.id}/form`);
    const text = await answer.text();
    const { lost, points } = memberForm.reply.parse(JSON.parse(text));
    expect(lost).toBeGreaterThan(5_000);
    expect(points.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThan(40_000);
  });
});

describe('in fifty leagues with 2,400 tickets', () => {
  let world: World;
  let userIds: string[];

  beforeAll(async () => {
    world = await testWorld();
    const bulk = await placeInBulk(world.database, { leagues: 50, singles: 2_000, parlays: 400, seed: 20_261_124 });
    await endAll(world.database, bulk, bulkEndings.slice(0, 5), new Date(Date.now() - 60_000));
    await settleGames(world.database, new Date(), 0);
    await endAll(world.database, bulk, [{ home: 20, away: 24 }, ...bulkEndings.slice(1, 5)], new Date());
    await settleGames(world.database, new Date(), 0);
    userIds = [...new Set(bulk.tickets.map(({ userId }) => userId))];
    await world.database.pool.query('analyze');
  }, 120_000);
  afterAll(() => world.drop());

  test('every form is the sum of the ledger entries of its settled tickets', async () => {
    const { rows } = await world.database.db.execute<{ userId: string; net: string; bets: number }>(sql`
      select t.user_id as "userId", sum(l.amount_cents)::numeric(20, 2) / 100 as net,
        count(distinct t.id)::int as bets
      from tickets t join ledger l on l.league_id = t.league_id and l.ticket_id = t.id
      where t.grade is not null group by t.user_id`);
    expect(rows.length).toBe(userIds.length);
    let returned = 0;
    for (const { userId, net, bets } of rows) {
      const form = await readForm(world.database, await requireFormScope(world.database, userId, { userId }));
      expect([Number(form.net), form.won + form.lost + form.returned]).toEqual([Number(net), bets]);
      returned += form.returned;
    }
    expect(returned).toBeGreaterThan(100);
    await expectLedgerBalances(world.database.db);
  });

  // It reads the plan of one Postgres: on a Citus the coordinator's shows no table.
  test.skipIf(process.env.CITUS_URL)('a form reads the tickets of its member by an index and no others', async () => {
    const database = connect(world.database.url, pino({ level: 'silent' }));
    const { pool } = database;
    const recording = recordStatements(pool); // before a connection is open
    await database.machines.start();
    const [userId] = userIds;
    if (!userId) throw new Error('a user is expected');
    await readForm(database, await requireFormScope(database, userId, { userId }));
    const statement = recording.flat().find(({ sql: text }) => text.includes('settled_at'));
    if (!statement) throw new Error('no statement was recorded');
    const { rows } = await pool.query<{ own: number }>(
      'select count(*)::int as own from tickets where user_id = $1 and grade is not null',
      [userId],
    );
    expect(await rowsRead(pool, statement, 'tickets')).toBe(rows[0]?.own);
    await database.end();
  });
});
